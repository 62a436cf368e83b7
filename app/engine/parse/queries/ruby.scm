; Modules and classes. `class A::B` belongs to A.

(module name: (constant) @name body: (_)? @body) @definition.module
(module name: (scope_resolution scope: (_) @receiver name: (constant) @name) body: (_)? @body) @definition.module
(class name: (constant) @name body: (_)? @body) @definition.class
(class name: (scope_resolution scope: (_) @receiver name: (constant) @name) body: (_)? @body) @definition.class

(assignment
  left: (constant) @name
  right: (call
    receiver: (constant) @_struct
    method: (identifier) @_new
    block: (_)? @body)
  (#any-of? @_struct "Struct" "Class" "Data")
  (#any-of? @_new "new" "define")) @definition.class

; Methods. Outside of a class they are functions.

(method name: (_) @name body: (_)? @body) @definition.function
(singleton_method
  object: [(self) (constant)] @receiver
  name: (_) @name
  body: (_)? @body) @definition.method
(singleton_class
  value: (self) @receiver
  body: (body_statement (method name: (_) @name body: (_)? @body) @definition.method))

; Methods that others are made of.

((call
  !receiver
  method: (identifier) @_attribute
  arguments: (argument_list (simple_symbol) @name @definition.method))
  (#match? @_attribute "^attr_(reader|accessor)$"))

((call
  !receiver
  method: (identifier) @_alias
  arguments: (argument_list . (simple_symbol) @name @definition.method))
  (#eq? @_alias "alias_method"))

(alias name: [(identifier) (simple_symbol)] @name) @definition.method

; Constants.

(assignment left: (constant) @name) @definition.constant

; Comments, places to cut at.

(comment) @comment

(program (_) @statement)
(body_statement (_) @statement)
(block_body (_) @statement)
(then (_) @statement)
(else (_) @statement)
(ensure (_) @statement)

; What a method gives.

(method body: (body_statement (_) @returned .))
(singleton_method body: (body_statement (_) @returned .))
(return (argument_list . (_) @returned .))

; What binds names.

[
  (block)
  (do_block)
  (lambda)
] @scope

[
  (method_parameters (identifier) @local)
  (block_parameters (identifier) @local)
  (lambda_parameters (identifier) @local)
  (destructured_parameter (identifier) @local)
  (optional_parameter name: (identifier) @local)
  (keyword_parameter name: (identifier) @local)
  (splat_parameter name: (identifier) @local)
  (hash_splat_parameter name: (identifier) @local)
  (block_parameter name: (identifier) @local)
  (left_assignment_list (identifier) @local)
  (rest_assignment (identifier) @local)
  (operator_assignment left: (identifier) @local)
  (exception_variable (identifier) @local)
  (for pattern: (identifier) @local)
]

(assignment left: (identifier) @local right: (_) @local.value)

; Imports.

(call
  !receiver
  method: (identifier) @_require
  arguments: (argument_list . (string (string_content) @import.module))
  (#any-of? @_require "require" "require_relative" "load")) @import

(call
  !receiver
  method: (identifier) @_autoload
  arguments: (argument_list . (simple_symbol) @import.name . (string (string_content) @import.module))
  (#eq? @_autoload "autoload")) @import

; Bases, and modules that are mixed in.

(superclass (constant) @callee @reference.inherits)

(superclass (scope_resolution scope: (_) @object name: (constant) @callee) @reference.inherits)

((call
  !receiver
  method: (identifier) @_include
  arguments: (argument_list (constant) @callee @reference.inherits))
  (#eq? @_include "include"))

((call
  !receiver
  method: (identifier) @_include
  arguments: (argument_list
    (scope_resolution scope: (_) @object name: (constant) @callee) @reference.inherits))
  (#eq? @_include "include"))

((call
  !receiver
  method: (identifier) @receiver
  arguments: (argument_list [(constant) (self)] @callee @reference.inherits))
  (#any-of? @receiver "prepend" "extend"))

((call
  !receiver
  method: (identifier) @receiver
  arguments: (argument_list
    (scope_resolution scope: (_) @object name: (constant) @callee) @reference.inherits))
  (#any-of? @receiver "prepend" "extend"))

; What a module has, it has itself as well.
((body_statement (identifier) @callee @receiver @reference.inherits)
  (#eq? @receiver "module_function"))

; Calls. Without arguments a call looks like a name, which a local one of that name hides.

((call !receiver method: (identifier) @callee) @reference.call
  (#not-match? @callee
    "^(require|require_relative|load|autoload|include|prepend|extend|attr_(reader|writer|accessor)|raise)$"))

((call receiver: (_) @object method: [(identifier) (constant)] @callee) @reference.call
  (#not-eq? @callee "new"))

((call receiver: [(self) (identifier) (call)] @object method: (identifier) @callee) @reference.call
  (#eq? @callee "new"))

(super) @callee @reference.call

([
  (program (identifier) @callee @reference.call)
  (body_statement (identifier) @callee @reference.call)
  (then (identifier) @callee @reference.call)
  (else (identifier) @callee @reference.call)
  (ensure (identifier) @callee @reference.call)
  (block_body (identifier) @callee @reference.call)
]
  (#not-match? @callee "^(private|protected|public|module_function|private_class_method)$"))

((call
  receiver: (constant) @callee
  method: (identifier) @_new) @reference.construct
  (#eq? @_new "new"))

((call
  receiver: (scope_resolution scope: (_) @object name: (constant) @callee)
  method: (identifier) @_new) @reference.construct
  (#eq? @_new "new"))

; Classes named in `rescue` are types.

(exceptions (constant) @callee @reference.type)
(exceptions (scope_resolution scope: (_) @object name: (constant) @callee) @reference.type)

; A constant at the top of all.
(scope_resolution !scope "::" @object name: (constant) @callee) @reference.name

; Names used as values. A small one that no local name hides is a call.

[
  (call receiver: (identifier) @callee @reference.name)
  (argument_list (identifier) @callee @reference.name)
  (assignment right: (identifier) @callee @reference.name)
  (operator_assignment right: (identifier) @callee @reference.name)
  (keyword_parameter value: (identifier) @callee @reference.name)
  (optional_parameter value: (identifier) @callee @reference.name)
  (pair value: (identifier) @callee @reference.name)
  (array (identifier) @callee @reference.name)
  (binary (identifier) @callee @reference.name)
  (unary (identifier) @callee @reference.name)
  (conditional (identifier) @callee @reference.name)
  (interpolation (identifier) @callee @reference.name)
  (element_reference (identifier) @callee @reference.name)
  (parenthesized_statements (identifier) @callee @reference.name)
  (if condition: (identifier) @callee @reference.name)
  (elsif condition: (identifier) @callee @reference.name)
  (unless condition: (identifier) @callee @reference.name)
  (while condition: (identifier) @callee @reference.name)
  (until condition: (identifier) @callee @reference.name)
  (if_modifier (identifier) @callee @reference.name)
  (unless_modifier (identifier) @callee @reference.name)
  (case value: (identifier) @callee @reference.name)
]

[
  (argument_list (constant) @callee @reference.name)
  (assignment right: (constant) @callee @reference.name)
  (optional_parameter value: (constant) @callee @reference.name)
  (keyword_parameter value: (constant) @callee @reference.name)
  (pair value: (constant) @callee @reference.name)
  (array (constant) @callee @reference.name)
  (binary (constant) @callee @reference.name)
  (element_reference object: (constant) @callee @reference.name)
  (body_statement (constant) @callee @reference.name)
  (then (constant) @callee @reference.name)
  (return (argument_list (constant) @callee @reference.name))
  (pattern (constant) @callee @reference.name)
]

[
  (argument_list (scope_resolution scope: (_) @object name: (constant) @callee) @reference.name)
  (assignment right: (scope_resolution scope: (_) @object name: (constant) @callee) @reference.name)
  (pair value: (scope_resolution scope: (_) @object name: (constant) @callee) @reference.name)
  (array (scope_resolution scope: (_) @object name: (constant) @callee) @reference.name)
  (binary (scope_resolution scope: (_) @object name: (constant) @callee) @reference.name)
  (body_statement (scope_resolution scope: (_) @object name: (constant) @callee) @reference.name)
  (pattern (scope_resolution scope: (_) @object name: (constant) @callee) @reference.name)
]
