; Types. An enum is known by its body, an object is a class with one instance; what stands in an unnamed
; companion belongs to the class around it.

(class_declaration "class" name: (identifier) @name .) @definition.class
(class_declaration
  "class"
  name: (identifier) @name
  [
    (type_parameters)
    (primary_constructor)
    (delegation_specifiers)
    (type_constraints)
  ] .) @definition.class
(class_declaration "class" name: (identifier) @name (class_body) @body) @definition.class
(class_declaration "interface" name: (identifier) @name) @definition.interface
(class_declaration "interface" name: (identifier) @name (class_body) @body) @definition.interface
(class_declaration name: (identifier) @name (enum_class_body) @body) @definition.enum
(object_declaration name: (identifier) @name) @definition.class
(object_declaration name: (identifier) @name (class_body) @body) @definition.class
(companion_object name: (identifier) @name) @definition.class
(companion_object name: (identifier) @name (class_body) @body) @definition.class
(object_literal
  (delegation_specifiers
    . (delegation_specifier
      [
        (constructor_invocation (user_type . (identifier) @name))
        (user_type . (identifier) @name)
      ]))
  (class_body) @body @definition.unnamed)
(type_alias type: (identifier) @name) @definition.type

; Functions; an extension belongs to the type before its dot.

(function_declaration name: (identifier) @name) @definition.function
(function_declaration name: (identifier) @name (function_body) @body) @definition.function

(class_body (function_declaration name: (identifier) @name) @definition.method)

(function_declaration
  [
    (user_type (identifier) @receiver)
    (nullable_type (user_type (identifier) @receiver))
  ]
  . name: (identifier) @name) @definition.method

(secondary_constructor "constructor" @name) @definition.method
(secondary_constructor "constructor" @name (block) @body) @definition.method

(source_file
  (property_declaration
    (variable_declaration . (identifier) @name)
    (anonymous_function (function_body) @body)) @definition.function)

; Constants: of the file, of objects, of enums, and what says `const`.

(source_file
  (property_declaration
    (variable_declaration . (identifier) @name)) @definition.constant)

(object_declaration
  (class_body
    (property_declaration
      (variable_declaration . (identifier) @name)) @definition.constant))

(property_declaration
  (modifiers (property_modifier "const"))
  (variable_declaration . (identifier) @name)) @definition.constant

(property_declaration
  [
    (user_type (identifier) @receiver)
    (nullable_type (user_type (identifier) @receiver))
  ]
  . (variable_declaration . (identifier) @name)) @definition.constant

(enum_entry (identifier) @name) @definition.constant

; Comments, places to cut at.

[
  (line_comment)
  (block_comment)
] @comment

(source_file (_) @statement)
(block (_) @statement)
(class_body (_) @statement)
(enum_class_body (_) @statement)
(lambda_literal (_) @statement)
(when_expression (when_entry) @statement)

; What binds names. Properties bind in their class.

[
  (lambda_literal)
  (anonymous_function)
  (for_statement)
  (catch_block)
  (when_entry)
] @scope

(if_expression (block) @scope)
(while_statement (block) @scope)
(try_expression (block) @scope)

(parameter (identifier) @local . (_) @local.type)
(class_parameter (identifier) @local . (_) @local.type)
(catch_block (identifier) @local . (_) @local.type)
(for_statement (variable_declaration . (identifier) @local))
(multi_variable_declaration (variable_declaration . (identifier) @local))
(lambda_parameters (variable_declaration . (identifier) @local))
(property_declaration (variable_declaration . (identifier) @local . (_) @local.type))
(property_declaration (variable_declaration . (identifier) @local .) . (_) @local.value)
(property_declaration (variable_declaration . (identifier) @local .) .)
(type_parameter . (identifier) @local @local.generic . (_)? @local.bound)
(type_constraint . (identifier) @local @local.generic . (_) @local.bound)

; A function without parameters is handed `it`, which some functions tell, or has a `this` of its own.
(lambda_literal) @local @local.implicit
(call_expression
  (navigation_expression (_) @local.value . (identifier) @_function .)
  (annotated_lambda (lambda_literal) @local @local.implicit)
  (#any-of? @_function "let" "also" "takeIf" "takeUnless"))
(call_expression
  (navigation_expression (_) @local.value . (identifier) @_function .)
  (annotated_lambda (lambda_literal (lambda_parameters . (variable_declaration . (identifier) @local .) .)))
  (#any-of? @_function "let" "also" "takeIf" "takeUnless"))
(call_expression
  (navigation_expression (_) @local.value . (identifier) @_function .)
  (annotated_lambda (lambda_literal) @local @local.receiver)
  (#any-of? @_function "apply" "run"))
(call_expression
  (call_expression . (identifier) @_function (value_arguments . (value_argument (_) @local.value .) .))
  (annotated_lambda (lambda_literal) @local @local.receiver)
  (#eq? @_function "with"))

; In a branch that has tested a value for a type, it is of that type.
(when_expression
  (when_subject (identifier) @local)
  (when_entry condition: (type_test (_) @local.type .)) @scope @local.within)
(if_expression
  condition: (is_expression left: (identifier) @local "is" right: (_) @local.type)
  . (block) @local.within)

; Package and imports. A module here is the whole path.

(package_header (qualified_identifier) @package)

((import (qualified_identifier) @import.module .) @import
  (#not-match? @import "\\*$"))
(import (qualified_identifier) @import.module (identifier) @import.alias) @import
(import (qualified_identifier) @import.module "*" @import.all) @import

; Calls. Making an instance looks like a call.

(call_expression . (identifier) @callee) @reference.call
(call_expression . (navigation_expression (_) @object . (identifier) @callee .)) @reference.call
(constructor_delegation_call ["this" "super"] @callee) @reference.call
(infix_expression . (_) @object . (identifier) @callee . (_)) @reference.call

; An entry of an enum is made where it is listed.
(class_declaration
  name: (identifier) @callee
  (enum_class_body (enum_entry (value_arguments) @reference.construct)))

; Bases. A class calls the constructor of what it inherits from; an interface is only named.

(delegation_specifier
  (constructor_invocation
    [
      (user_type . (identifier) @callee .)
      (user_type . (identifier) @callee . (type_arguments) .)
    ])) @reference.construct

(delegation_specifier
  (constructor_invocation
    [
      (user_type (identifier) @object . (identifier) @callee .)
      (user_type (identifier) @object . (identifier) @callee . (type_arguments) .)
    ])) @reference.construct

(_
  name: (_)
  (delegation_specifiers
    (delegation_specifier
      (constructor_invocation
        [
          (user_type . (identifier) @callee .)
          (user_type . (identifier) @callee . (type_arguments) .)
        ])) @reference.inherits))

(_
  name: (_)
  (delegation_specifiers
    (delegation_specifier
      (constructor_invocation
        [
          (user_type (identifier) @object . (identifier) @callee .)
          (user_type (identifier) @object . (identifier) @callee . (type_arguments) .)
        ])) @reference.inherits))

; An object without a name.

(object_literal
  (delegation_specifiers
    (delegation_specifier
      [
        (constructor_invocation (user_type . (identifier) @callee))
        (user_type . (identifier) @callee)
      ]))
  (class_body) @reference.inherits)

(class_declaration
  "interface"
  (delegation_specifiers
    (delegation_specifier
      [
        (user_type . (identifier) @callee .)
        (user_type . (identifier) @callee . (type_arguments) .)
      ]) @reference.inherits))

[
  (class_declaration
    "class"
    (delegation_specifiers
      (delegation_specifier
        [
          (user_type . (identifier) @callee .)
          (user_type . (identifier) @callee . (type_arguments) .)
          (explicit_delegation (user_type . (identifier) @callee))
        ]) @reference.implements))
  (object_declaration
    (delegation_specifiers
      (delegation_specifier
        [
          (user_type . (identifier) @callee .)
          (user_type . (identifier) @callee . (type_arguments) .)
        ]) @reference.implements))
]

(delegation_specifier
  (user_type (identifier) @object . (identifier) @callee .)) @reference.implements

; Annotations.

(annotation
  [
    (user_type (identifier) @callee .)
    (constructor_invocation (user_type (identifier) @callee .))
  ]) @reference.decorator

; Types.

[
  (user_type . (identifier) @callee @reference.type .)
  (user_type . (identifier) @callee @reference.type . (type_arguments) .)
]

[
  (user_type (identifier) @object . (identifier) @callee .)
  (user_type (identifier) @object . (identifier) @callee . (type_arguments) .)
] @reference.type

; Names used as values.

(callable_reference (identifier) @callee .) @reference.name

[
  (value_argument (identifier) @callee @reference.name .)
  (property_declaration (variable_declaration) . (identifier) @callee @reference.name)
  (assignment right: (identifier) @callee @reference.name)
  (return_expression (identifier) @callee @reference.name)
  (function_body . (identifier) @callee @reference.name)
  (binary_expression (identifier) @callee @reference.name)
  (when_entry condition: (identifier) @callee @reference.name)
  (when_entry (identifier) @callee @reference.name .)
  (interpolation (identifier) @callee @reference.name)
  (index_expression (identifier) @callee @reference.name)
]

[
  (value_argument (navigation_expression (_) @object . (identifier) @callee .) @reference.name)
  (property_declaration
    (variable_declaration)
    . (navigation_expression (_) @object . (identifier) @callee .) @reference.name)
  (assignment right: (navigation_expression (_) @object . (identifier) @callee .) @reference.name)
  (return_expression (navigation_expression (_) @object . (identifier) @callee .) @reference.name)
  (function_body . (navigation_expression (_) @object . (identifier) @callee .) @reference.name)
  (binary_expression (navigation_expression (_) @object . (identifier) @callee .) @reference.name)
  (when_entry (navigation_expression (_) @object . (identifier) @callee .) @reference.name)
]

; What no rule could read: how much of it there is tells whether a mended text reads better.

(ERROR) @error
