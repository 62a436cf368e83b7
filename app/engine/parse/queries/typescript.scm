; inherits: ecmascript

; Definitions.

(abstract_class_declaration name: (_) @name body: (_) @body) @definition.class
(interface_declaration name: (_) @name body: (_) @body) @definition.interface
(enum_declaration name: (_) @name body: (_) @body) @definition.enum
(type_alias_declaration name: (_) @name) @definition.type
(internal_module name: (_) @name body: (_) @body) @definition.module
(module name: (identifier) @name body: (_) @body) @definition.module
(module name: (string (string_fragment) @name) body: (_) @body) @definition.module
(export_statement declaration: (internal_module name: (_) @name body: (_) @body)) @definition.module

(export_statement
  declaration: [
    (abstract_class_declaration name: (_) @name body: (_) @body)
    (ambient_declaration
      [
        (class_declaration name: (_) @name body: (_) @body)
        (abstract_class_declaration name: (_) @name body: (_) @body)
      ])
  ]) @definition.class

(export_statement
  declaration: (interface_declaration name: (_) @name body: (_) @body)) @definition.interface

(export_statement
  declaration: [
    (enum_declaration name: (_) @name body: (_) @body)
    (ambient_declaration (enum_declaration name: (_) @name body: (_) @body))
  ]) @definition.enum

(export_statement
  declaration: (type_alias_declaration name: (_) @name)) @definition.type

; Overloads and ambient functions have no body.
(function_signature name: (identifier) @name) @definition.function
(ambient_declaration (function_signature name: (identifier) @name)) @definition.function
(export_statement declaration: (function_signature name: (identifier) @name)) @definition.function
(export_statement
  declaration: (ambient_declaration (function_signature name: (identifier) @name))) @definition.function

(method_signature name: (property_identifier) @name) @definition.method
(abstract_method_signature name: (property_identifier) @name) @definition.method

(public_field_definition
  name: [(property_identifier) (private_property_identifier)] @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
  ]) @definition.method

(public_field_definition
  "static"
  name: [(property_identifier) (private_property_identifier)] @name) @definition.constant

(property_signature
  name: (property_identifier) @name
  type: (type_annotation (function_type))) @definition.method

(enum_body name: (property_identifier) @name @definition.constant)
(enum_assignment name: (property_identifier) @name) @definition.constant

(ambient_declaration
  (lexical_declaration (variable_declarator name: (identifier) @name !value))) @definition.constant
(ambient_declaration
  (variable_declaration (variable_declarator name: (identifier) @name))) @definition.constant
(export_statement
  declaration: (lexical_declaration
    (variable_declarator name: (identifier) @name !value))) @definition.constant

; Places to cut at.

(interface_body (_) @statement)
(enum_body (_) @statement)

; What binds names. A parameter is optional or not by its own node.

[(function_type) (constructor_type) (call_signature) (construct_signature)] @scope

(interface_body (call_signature) @called)
(object_type (call_signature) @called)

; Fields with their types.

(public_field_definition
  name: [(property_identifier) (private_property_identifier)] @field
  type: (type_annotation (_) @field.type))
(property_signature name: (property_identifier) @field type: (type_annotation (_) @field.type))

; The parameter of a function that is a member of an object that is handed to a call.

(call_expression
  function: [(identifier) (member_expression)] @local.callee
  arguments: (arguments
    (object
      [
        (pair
          key: (property_identifier) @local.key
          value: [
            (arrow_function parameters: (formal_parameters (required_parameter pattern: (identifier) @local !type)))
            (arrow_function parameter: (identifier) @local)
            (function_expression
              parameters: (formal_parameters (required_parameter pattern: (identifier) @local !type)))
          ])
        (method_definition
          name: (property_identifier) @local.key
          parameters: (formal_parameters (required_parameter pattern: (identifier) @local !type)))
      ])) @local.arguments)

(required_parameter pattern: (identifier) @local !type)
(optional_parameter pattern: (identifier) @local !type)
(required_parameter pattern: (identifier) @local type: (type_annotation (_) @local.type))
(optional_parameter pattern: (identifier) @local type: (type_annotation (_) @local.type))
(variable_declarator name: (identifier) @local type: (type_annotation (_) @local.type))
(variable_declarator name: (identifier) @local !type value: (_) @local.value)
(type_parameter
  name: (type_identifier) @local @local.generic
  constraint: (constraint (_) @local.bound)?)

(required_parameter pattern: (this) @local type: (type_annotation (_) @local.type))
(required_parameter
  pattern: (object_pattern
    [
      (shorthand_property_identifier_pattern) @local @local.member
      (object_assignment_pattern left: (shorthand_property_identifier_pattern) @local @local.member)
      (pair_pattern key: (property_identifier) @local.member value: (identifier) @local)
    ])
  type: (type_annotation (_) @local.type))

(call_expression
  function: [(identifier) (member_expression)] @local.callee
  arguments: (arguments
    [
      (arrow_function parameters: (formal_parameters (required_parameter pattern: (identifier) @local !type)))
      (function_expression parameters: (formal_parameters (required_parameter pattern: (identifier) @local !type)))
    ]) @local.arguments)

(new_expression
  constructor: (identifier) @local.callee
  arguments: (arguments
    [
      (arrow_function parameters: (formal_parameters (required_parameter pattern: (identifier) @local !type)))
      (function_expression parameters: (formal_parameters (required_parameter pattern: (identifier) @local !type)))
    ]) @local.arguments)

; Imports.

(import_statement
  (import_require_clause
    (identifier) @import.alias
    source: (string (string_fragment) @import.module))) @import

(export_statement
  "=" @import.alias
  (identifier) @import.name) @export

; Bases.

(extends_clause value: (identifier) @callee @reference.inherits)

(extends_clause
  value: (member_expression
    object: (_) @object
    property: (property_identifier) @callee) @reference.inherits)

[
  (extends_type_clause (type_identifier) @callee @reference.inherits)
  (extends_type_clause (generic_type name: (type_identifier) @callee) @reference.inherits)
]

[
  (extends_type_clause
    (nested_type_identifier module: (_) @object name: (type_identifier) @callee) @reference.inherits)
  (extends_type_clause
    (generic_type
      name: (nested_type_identifier module: (_) @object name: (type_identifier) @callee)) @reference.inherits)
]

[
  (implements_clause (type_identifier) @callee @reference.implements)
  (implements_clause (generic_type name: (type_identifier) @callee) @reference.implements)
]

[
  (implements_clause
    (nested_type_identifier module: (_) @object name: (type_identifier) @callee) @reference.implements)
  (implements_clause
    (generic_type
      name: (nested_type_identifier module: (_) @object name: (type_identifier) @callee))
    @reference.implements)
]

; Types: every place a type may stand but for the names that definitions give.

[
  (type_annotation (type_identifier) @callee @reference.type)
  (generic_type name: (type_identifier) @callee @reference.type)
  (type_arguments (type_identifier) @callee @reference.type)
  (union_type (type_identifier) @callee @reference.type)
  (intersection_type (type_identifier) @callee @reference.type)
  (array_type (type_identifier) @callee @reference.type)
  (tuple_type (type_identifier) @callee @reference.type)
  (optional_type (type_identifier) @callee @reference.type)
  (rest_type (type_identifier) @callee @reference.type)
  (readonly_type (type_identifier) @callee @reference.type)
  (parenthesized_type (type_identifier) @callee @reference.type)
  (conditional_type (type_identifier) @callee @reference.type)
  (lookup_type (type_identifier) @callee @reference.type)
  (index_type_query (type_identifier) @callee @reference.type)
  (mapped_type_clause type: (type_identifier) @callee @reference.type)
  (function_type return_type: (type_identifier) @callee @reference.type)
  (type_predicate type: (type_identifier) @callee @reference.type)
  (constraint (type_identifier) @callee @reference.type)
  (default_type (type_identifier) @callee @reference.type)
  (type_alias_declaration value: (type_identifier) @callee @reference.type)
  (as_expression (type_identifier) @callee @reference.type)
  (satisfies_expression (type_identifier) @callee @reference.type)
  (type_query (identifier) @callee @reference.type)
]

(nested_type_identifier module: (_) @object name: (type_identifier) @callee) @reference.type

; Names under an assertion.

[
  (as_expression . (identifier) @callee @reference.name)
  (satisfies_expression . (identifier) @callee @reference.name)
  (non_null_expression (identifier) @callee @reference.name)
]

(ERROR) @error
