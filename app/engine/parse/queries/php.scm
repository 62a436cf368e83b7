; Namespaces. One that is declared for the whole file encloses nothing in the tree.

(namespace_definition name: (_) @name body: (_) @body) @definition.module
(namespace_definition name: (_) @package)

; Types. A trait is a class that others mix in.

(class_declaration name: (name) @name body: (_) @body) @definition.class
(trait_declaration name: (name) @name body: (_) @body) @definition.class
(interface_declaration name: (name) @name body: (_) @body) @definition.interface
(enum_declaration name: (name) @name body: (_) @body) @definition.enum

; Functions and methods; an abstract one has no body.

(function_definition name: (name) @name body: (_) @body) @definition.function
(method_declaration name: (name) @name body: (_)? @body) @definition.method

; What a class calls a method of what it mixes in, and which of several it takes.
(use_as_clause (name) @name .) @definition.method
(use_instead_of_clause (class_constant_access_expression (_) (name) @name .)) @definition.method

; Constants.

(const_declaration (const_element . (name) @name)) @definition.constant
(enum_case name: (name) @name) @definition.constant

(expression_statement
  (function_call_expression
    function: (name) @_define
    arguments: (arguments . (argument (string (string_content) @name))))
  (#eq? @_define "define")) @definition.constant

(property_declaration
  (static_modifier)
  (property_element name: (variable_name (name) @name))) @definition.constant

; Comments, places to cut at.

(comment) @comment

(program (_) @statement)
(compound_statement (_) @statement)
(declaration_list (_) @statement)
(enum_declaration_list (_) @statement)
(case_statement (_) @statement)
(default_statement (_) @statement)

; What binds names. Variables keep their dollar sign; a property is read without it.

[
  (anonymous_function)
  (arrow_function)
] @scope

[
  (simple_parameter type: (_) @local.type name: (variable_name) @local)
  (simple_parameter !type name: (variable_name) @local)
  (variadic_parameter name: (variable_name) @local)
  (property_promotion_parameter type: (_) @local.type name: (variable_name) @local)
  (property_promotion_parameter !type name: (variable_name) @local)
  (assignment_expression left: (variable_name) @local right: (_) @local.value)
  (augmented_assignment_expression left: (variable_name) @local)
  (list_literal (variable_name) @local)
  (foreach_statement (pair (variable_name) @local (variable_name) @local))
  (foreach_statement (_) . (variable_name) @local . body: (_))
  (catch_clause type: (type_list . (named_type) @local.type .) name: (variable_name) @local)
  (static_variable_declaration name: (variable_name) @local)
  (global_declaration (variable_name) @local)
  (anonymous_function_use_clause (variable_name) @local @local.value)
]

(property_declaration
  type: (_) @local.type
  (property_element name: (variable_name (name) @local)))

; Imports. The statement tells its group, kind and aliases.

(namespace_use_declaration) @import

[
  (require_expression (_) @import.module)
  (require_once_expression (_) @import.module)
  (include_expression (_) @import.module)
  (include_once_expression (_) @import.module)
] @import

; Bases, and traits that are mixed in.

(class_declaration (base_clause (name) @callee @reference.inherits))
(class_declaration
  (base_clause (_ "\\" (name) @callee .) @object @reference.inherits))
(interface_declaration (base_clause (name) @callee @reference.inherits))
(interface_declaration
  (base_clause (_ "\\" (name) @callee .) @object @reference.inherits))
(class_interface_clause (name) @callee @reference.implements)
(class_interface_clause (_ "\\" (name) @callee .) @object @reference.implements)
(use_declaration (name) @callee @reference.inherits)
(use_declaration (_ "\\" (name) @callee .) @object @reference.inherits)

; Calls.

; `f(...)` is the function as a value.

((function_call_expression function: [(name) (variable_name)] @callee arguments: (_) @_arguments)
  @reference.call
  (#not-match? @_arguments "^[(][.]{3}[)]$"))

(function_call_expression
  function: (name) @callee
  arguments: (arguments (variadic_placeholder))) @reference.name
(member_call_expression
  object: (_) @object
  name: (name) @callee
  arguments: (arguments (variadic_placeholder))) @reference.name
(scoped_call_expression
  scope: (_) @object
  name: (name) @callee
  arguments: (arguments (variadic_placeholder))) @reference.name

(function_call_expression
  function: (_ "\\" (name) @callee .) @object) @reference.call

((member_call_expression object: (_) @object name: (name) @callee arguments: (_) @_arguments)
  @reference.call
  (#not-match? @_arguments "^[(][.]{3}[)]$"))
(nullsafe_member_call_expression object: (_) @object name: (name) @callee) @reference.call
((scoped_call_expression scope: (_) @object name: (name) @callee arguments: (_) @_arguments)
  @reference.call
  (#not-match? @_arguments "^[(][.]{3}[)]$"))

(object_creation_expression (name) @callee) @reference.construct
(object_creation_expression (anonymous_class (base_clause (name) @callee))) @reference.construct
(object_creation_expression (_ "\\" (name) @callee .) @object) @reference.construct

; Attributes.

(attribute (name) @callee) @reference.decorator
(attribute (_ "\\" (name) @callee .) @object) @reference.decorator

; Types.

((named_type (name) @callee) @reference.type
  (#not-match? @callee "^(self|static|parent)$"))

(named_type (_ "\\" (name) @callee .) @object) @reference.type
(binary_expression operator: "instanceof" right: (name) @callee @reference.type)

; Names used as values: constants, and classes by their constants.

([
  (argument !name (name) @callee)
  (assignment_expression right: (name) @callee)
  (return_statement (name) @callee)
  (binary_expression (name) @callee)
  (array_element_initializer (name) @callee)
] @reference.name
  (#not-match? @callee "^__[A-Z]+__$"))

(class_constant_access_expression . (_) @object (name) @callee .) @reference.name
(scoped_property_access_expression
  scope: (_) @object
  name: (variable_name (name) @callee)) @reference.name
