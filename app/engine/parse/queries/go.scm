; Functions and methods. A method belongs to its receiver's type.

(function_declaration name: (identifier) @name body: (block) @body) @definition.function
(function_declaration name: (identifier) @name !body) @definition.function

(method_declaration
  receiver: (parameter_list
    (parameter_declaration
      type: [
        (type_identifier) @receiver
        (generic_type type: (type_identifier) @receiver)
        (pointer_type (type_identifier) @receiver)
        (pointer_type (generic_type type: (type_identifier) @receiver))
      ]))
  name: (field_identifier) @name
  body: (block) @body) @definition.method

(method_elem name: (field_identifier) @name) @definition.method

; Types. The wider match (with the keyword, where it declares one type) wins.

(type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @definition.class
(type_spec name: (type_identifier) @name type: (interface_type) @body) @definition.interface
(type_spec name: (type_identifier) @name) @definition.type
(type_alias name: (type_identifier) @name) @definition.type

(type_declaration
  . (type_spec
    name: (type_identifier) @name
    type: (struct_type (field_declaration_list) @body)) .) @definition.class

(type_declaration
  . (type_spec name: (type_identifier) @name type: (interface_type) @body) .) @definition.interface

(type_declaration
  . [
    (type_spec name: (type_identifier) @name)
    (type_alias name: (type_identifier) @name)
  ] .) @definition.type

; Constants, and variables of the package.

(source_file
  [
    (const_declaration (const_spec name: (identifier) @name) @definition.constant)
    (var_declaration (var_spec name: (identifier) @name) @definition.constant)
    (var_declaration (var_spec_list (var_spec name: (identifier) @name) @definition.constant))
  ])

(source_file
  [
    (const_declaration . (const_spec name: (identifier) @name) .)
    (var_declaration . (var_spec name: (identifier) @name) .)
  ] @definition.constant)

; Comments, places to cut at.

(comment) @comment

(source_file (_) @statement)
(statement_list (_) @statement)
(field_declaration_list (_) @statement)
(interface_type (_) @statement)
(expression_switch_statement (expression_case) @statement)
(type_switch_statement (type_case) @statement)
(select_statement (communication_case) @statement)

; What binds names.

[
  (func_literal)
  (if_statement)
  (for_statement)
  (expression_case)
  (default_case)
  (type_case)
  (communication_case)
] @scope

(statement_list (block) @scope)

(parameter_declaration name: (identifier) @local type: (_) @local.type)
(variadic_parameter_declaration name: (identifier) @local) @local.type
(type_parameter_declaration name: (identifier) @local @local.generic type: (_) @local.bound)
(range_clause left: (expression_list (identifier) @local))
(range_clause left: (expression_list . (identifier) @local .) right: (_) @local.unwrapped)
(range_clause left: (expression_list . (_) . (identifier) @local) right: (_) @local.iterated)
(receive_statement left: (expression_list (identifier) @local))
(type_switch_statement alias: (expression_list (identifier) @local) (type_case) @local.within)
(type_switch_statement
  alias: (expression_list (identifier) @local)
  (type_case . type: (_) @local.type . (statement_list)) @local.within)

(var_spec name: (identifier) @local type: (_) @local.type)
(var_spec name: (identifier) @local !type value: (expression_list . (_) @local.value .))
(var_spec . name: (identifier) @local !type value: (expression_list . (_) @local.value . (_)))
(var_spec
  . name: (_) . name: (identifier) @local
  !type
  value: (expression_list . (_) . (_) @local.value))
(const_spec name: (identifier) @local)
(const_spec name: (identifier) @local type: (_) @local.type)
(const_declaration
  (const_spec type: (_) @local.type)
  (const_spec name: (identifier) @local !type !value))

; One name and one value, the first names of a value with more results, the first ones of several, the others.

(short_var_declaration
  left: (expression_list . (identifier) @local .)
  right: (expression_list . (_) @local.value .))

(short_var_declaration
  left: (expression_list . (identifier) @local @local.first . (_))
  right: (expression_list . (_) @local.value .))

(short_var_declaration
  left: (expression_list . (_) . (identifier) @local @local.second)
  right: (expression_list . (_) @local.value .))

(short_var_declaration
  left: (expression_list . (identifier) @local . (_))
  right: (expression_list . (_) @local.value . (_)))

(short_var_declaration
  left: (expression_list . (_) . (identifier) @local)
  right: (expression_list . (_) . (_) @local.value))

(short_var_declaration
  left: (expression_list (_) . (identifier) @local))

; Package and imports.

(package_clause (package_identifier) @package)

(import_spec !name path: (_ (_) @import.module)) @import
(import_spec name: (package_identifier) @import.alias path: (_ (_) @import.module)) @import
(import_spec name: (blank_identifier) path: (_ (_) @import.module)) @import
(import_spec name: (dot) @import.all path: (_ (_) @import.module)) @import

; Calls and composite literals.

(call_expression function: (identifier) @callee) @reference.call

(call_expression
  function: (selector_expression
    operand: (_) @object
    field: (field_identifier) @callee)) @reference.call

(call_expression
  function: [
    (parenthesized_expression (identifier) @callee)
    (index_expression operand: (identifier) @callee)
  ]) @reference.call

; A call with written type arguments looks like a conversion.
(type_conversion_expression
  type: [
    (type_identifier) @callee
    (generic_type type: (type_identifier) @callee)
    (generic_type type: (qualified_type package: (_) @object name: (type_identifier) @callee))
  ]) @reference.call

(composite_literal
  type: [
    (type_identifier) @callee
    (generic_type type: (type_identifier) @callee)
  ]) @reference.construct

(composite_literal
  type: [
    (qualified_type package: (_) @object name: (type_identifier) @callee)
    (generic_type type: (qualified_type package: (_) @object name: (type_identifier) @callee))
  ]) @reference.construct

; What a struct or an interface embeds.

(field_declaration
  !name
  type: [
    (type_identifier) @callee
    (generic_type type: (type_identifier) @callee)
  ]) @reference.inherits

(field_declaration
  !name
  type: [
    (qualified_type package: (_) @object name: (type_identifier) @callee)
    (generic_type type: (qualified_type package: (_) @object name: (type_identifier) @callee))
  ]) @reference.inherits

(interface_type (type_elem . (type_identifier) @callee .) @reference.inherits)

(interface_type
  (type_elem
    . (qualified_type package: (_) @object name: (type_identifier) @callee) .) @reference.inherits)

; Types that the language itself does not have.

((type_identifier) @callee @reference.type
  (#not-match? @callee "^(string|bool|byte|rune|error|any|comparable|uintptr|u?int(8|16|32|64)?|float(32|64)|complex(64|128))$"))

(qualified_type package: (_) @object name: (type_identifier) @callee) @reference.type

; Names used as values.

[
  (argument_list (identifier) @callee @reference.name)
  (literal_value (literal_element (identifier) @callee @reference.name))
  (keyed_element value: (literal_element (identifier) @callee @reference.name))
  (return_statement (expression_list (identifier) @callee @reference.name))
  (assignment_statement right: (expression_list (identifier) @callee @reference.name))
  (short_var_declaration right: (expression_list (identifier) @callee @reference.name))
  (var_spec value: (expression_list (identifier) @callee @reference.name))
  (const_spec value: (expression_list (identifier) @callee @reference.name))
  (binary_expression (identifier) @callee @reference.name)
  (unary_expression (identifier) @callee @reference.name)
  (index_expression (identifier) @callee @reference.name)
  (range_clause right: (identifier) @callee @reference.name)
  (expression_case value: (expression_list (identifier) @callee @reference.name))
]

[
  (argument_list
    (selector_expression operand: (_) @object field: (_) @callee) @reference.name)
  (literal_element
    (selector_expression operand: (_) @object field: (_) @callee) @reference.name)
  (return_statement
    (expression_list (selector_expression operand: (_) @object field: (_) @callee) @reference.name))
  (assignment_statement
    right: (expression_list (selector_expression operand: (_) @object field: (_) @callee) @reference.name))
  (short_var_declaration
    right: (expression_list (selector_expression operand: (_) @object field: (_) @callee) @reference.name))
  (binary_expression
    (selector_expression operand: (_) @object field: (_) @callee) @reference.name)
  (expression_case
    value: (expression_list (selector_expression operand: (_) @object field: (_) @callee) @reference.name))
]
