; Packages. Clauses above the definitions enclose nothing in the tree.

(package_clause name: (_) @name body: (_) @body) @definition.module
(package_clause name: (_) @package !body)
(package_object name: (identifier) @name body: (_) @body) @definition.module

; Types. An object is a class with one instance.

(class_definition name: (_) @name body: (_)? @body) @definition.class
(object_definition name: (_) @name body: (_)? @body) @definition.class
(trait_definition name: (_) @name body: (_)? @body) @definition.interface
(enum_definition name: (identifier) @name body: (_) @body) @definition.enum
(type_definition name: (type_identifier) @name) @definition.type
(given_definition name: (identifier) @name body: (_)? @body) @definition.class

; Functions; in a type they are methods by their place. An extension belongs to its parameter's type.

(function_definition name: (_) @name body: (_)? @body) @definition.function
(function_declaration name: (_) @name) @definition.function

(extension_definition
  parameters: (parameters . (parameter type: (_) @receiver))
  body: (function_definition name: (_) @name body: (_) @body) @definition.method)

(extension_definition
  parameters: (parameters . (parameter type: (_) @receiver))
  body: (_ (function_definition name: (_) @name body: (_) @body) @definition.method))

; Constants.

(val_definition pattern: (identifier) @name) @definition.constant
(simple_enum_case name: (identifier) @name) @definition.constant
(full_enum_case name: (identifier) @name) @definition.constant

; Comments, places to cut at.

[
  (comment)
  (block_comment)
] @comment

(compilation_unit (_) @statement)
(template_body (_) @statement)
(with_template_body (_) @statement)
(enum_body (_) @statement)
(block (_) @statement)
(indented_block (_) @statement)
(case_block (_) @statement)
(indented_cases (_) @statement)

; What binds names. Members bind in their type, as do the parameters of its constructor.

[
  (lambda_expression)
  (for_expression)
  (case_clause)
  (extension_definition)
] @scope

(parameter name: (identifier) @local type: (_) @local.type)
(class_parameter name: (identifier) @local type: (_) @local.type)
(val_definition pattern: (identifier) @local type: (_) @local.type)
(var_definition pattern: (identifier) @local type: (_) @local.type)
(val_definition pattern: (identifier) @local !type value: (_) @local.value)
(var_definition pattern: (identifier) @local !type value: (_) @local.value)
(val_declaration name: (identifier) @local type: (_) @local.type)
(var_declaration name: (identifier) @local type: (_) @local.type)
(typed_pattern pattern: (identifier) @local type: (_) @local.type)

[
  (lambda_expression parameters: (identifier) @local)
  (binding name: (identifier) @local)
  (enumerator . (identifier) @local)
  (case_clause pattern: (identifier) @local)
  (case_class_pattern pattern: (identifier) @local)
  (capture_pattern name: (identifier) @local)
  (tuple_pattern (identifier) @local)
  (type_parameters name: (identifier) @local)
]

; Imports. The statement tells its selectors.

(import_declaration) @import

; Bases. The first is a class or trait, those after `with` are traits.

(extends_clause
  [
    (type_identifier) @callee
    (generic_type type: (type_identifier) @callee)
  ] @reference.inherits)

(extends_clause
  [
    (stable_type_identifier (_) @object . (type_identifier) @callee)
    (generic_type type: (stable_type_identifier (_) @object . (type_identifier) @callee))
  ] @reference.inherits)

; Calls.

(call_expression
  function: [
    (identifier) @callee
    (generic_function function: (identifier) @callee)
  ]) @reference.call

(call_expression
  function: [
    (field_expression value: (_) @object field: (identifier) @callee)
    (generic_function function: (field_expression value: (_) @object field: (identifier) @callee))
  ]) @reference.call

((infix_expression left: (_) @object operator: (identifier) @callee) @reference.call)

(instance_expression
  [
    (type_identifier) @callee
    (generic_type type: (type_identifier) @callee)
  ]) @reference.construct

(instance_expression
  (stable_type_identifier (_) @object . (type_identifier) @callee)) @reference.construct

; Annotations.

(annotation name: (type_identifier) @callee) @reference.decorator

; Types.

[
  (_ type: (type_identifier) @callee @reference.type)
  (_ return_type: (type_identifier) @callee @reference.type)
  (type_arguments (type_identifier) @callee @reference.type)
  (compound_type (type_identifier) @callee @reference.type)
  (function_type return_type: (type_identifier) @callee @reference.type)
  (parameter_types (type_identifier) @callee @reference.type)
  (tuple_type (type_identifier) @callee @reference.type)
]

(stable_type_identifier (_) @object . (type_identifier) @callee) @reference.type

; Names used as values. A call without arguments looks like a member.

[
  (arguments (identifier) @callee @reference.name)
  (assignment_expression right: (identifier) @callee @reference.name)
  (val_definition value: (identifier) @callee @reference.name)
  (var_definition value: (identifier) @callee @reference.name)
  (function_definition body: (identifier) @callee @reference.name)
  (case_clause body: (identifier) @callee @reference.name)
  (field_expression value: (identifier) @callee @reference.name)
  (infix_expression left: (identifier) @callee @reference.name)
  (infix_expression right: (identifier) @callee @reference.name)
  (block (identifier) @callee @reference.name)
]

[
  (arguments
    (field_expression value: (_) @object field: (identifier) @callee) @reference.name)
  (assignment_expression
    right: (field_expression value: (_) @object field: (identifier) @callee) @reference.name)
  (val_definition
    value: (field_expression value: (_) @object field: (identifier) @callee) @reference.name)
  (function_definition
    body: (field_expression value: (_) @object field: (identifier) @callee) @reference.name)
  (case_clause
    body: (field_expression value: (_) @object field: (identifier) @callee) @reference.name)
  (field_expression
    value: (field_expression value: (_) @object field: (identifier) @callee) @reference.name)
  (infix_expression
    left: (field_expression value: (_) @object field: (identifier) @callee) @reference.name)
  (infix_expression
    right: (field_expression value: (_) @object field: (identifier) @callee) @reference.name)
  (block
    (field_expression value: (_) @object field: (identifier) @callee) @reference.name)
]
