; Types.

(class_declaration name: (identifier) @name body: (_) @body) @definition.class
(record_declaration name: (identifier) @name body: (_) @body) @definition.class
(interface_declaration name: (identifier) @name body: (_) @body) @definition.interface
(annotation_type_declaration name: (identifier) @name body: (_) @body) @definition.interface
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum

; Methods; an abstract one has no body.

(method_declaration name: (identifier) @name body: (block) @body) @definition.method
(method_declaration name: (identifier) @name !body) @definition.method
(constructor_declaration name: (identifier) @name body: (_) @body) @definition.method
(compact_constructor_declaration name: (identifier) @name body: (_) @body) @definition.method
(annotation_type_element_declaration name: (identifier) @name) @definition.method

; A class without a name is known by what it is made of.

(object_creation_expression
  type: [
    (type_identifier) @name
    (scoped_type_identifier (type_identifier) @name .)
    (generic_type . (type_identifier) @name)
    (generic_type . (scoped_type_identifier (type_identifier) @name .))
  ]
  (class_body) @body @definition.unnamed)

(object_creation_expression
  type: [
    (type_identifier) @callee
    (generic_type . (type_identifier) @callee)
  ]
  (class_body) @reference.inherits)

(object_creation_expression
  type: [
    (scoped_type_identifier (_) @object . (type_identifier) @callee)
    (generic_type . (scoped_type_identifier (_) @object . (type_identifier) @callee))
  ]
  (class_body) @reference.inherits)

; Constants.

(enum_constant name: (identifier) @name) @definition.constant
(constant_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.constant

(field_declaration
  (modifiers "static")
  declarator: (variable_declarator name: (identifier) @name)) @definition.constant

; Comments, places to cut at.

[
  (line_comment)
  (block_comment)
] @comment

(program (_) @statement)
(block (_) @statement)
(constructor_body (_) @statement)
(class_body (_) @statement)
(interface_body (_) @statement)
(annotation_type_body (_) @statement)
(enum_body (_) @statement)
(enum_body_declarations (_) @statement)
(switch_block (_) @statement)

; What binds names. Fields bind in their class.

[
  (lambda_expression)
  (for_statement)
  (enhanced_for_statement)
  (try_with_resources_statement)
  (catch_clause)
  (switch_rule)
  (switch_block_statement_group)
] @scope

(if_statement (block) @scope)
(while_statement (block) @scope)
(try_statement (block) @scope)
(block (block) @scope)

(type_parameter (type_identifier) @local @local.generic . (type_bound . (_) @local.bound)?)

(lambda_expression parameters: (identifier) @local)
(inferred_parameters (identifier) @local)
(formal_parameter type: (_) @local.type name: (identifier) @local)
(spread_parameter (variable_declarator name: (identifier) @local))
(catch_formal_parameter (catch_type . (_) @local.type .) name: (identifier) @local)
(instanceof_expression right: (_) @local.type name: (identifier) @local)
(type_pattern . (_) @local.type . (identifier) @local)
(record_pattern_component . (_) @local.type . (identifier) @local)
(field_declaration type: (_) @local.type declarator: (variable_declarator name: (identifier) @local))
(constant_declaration type: (_) @local.type declarator: (variable_declarator name: (identifier) @local))

((local_variable_declaration
  type: (_) @local.type
  declarator: (variable_declarator name: (identifier) @local))
  (#not-eq? @local.type "var"))

((local_variable_declaration
  type: (_) @_type
  declarator: (variable_declarator name: (identifier) @local value: (_) @local.value))
  (#eq? @_type "var"))

((enhanced_for_statement type: (_) @local.type name: (identifier) @local)
  (#not-eq? @local.type "var"))

((enhanced_for_statement type: (_) @_type name: (identifier) @local)
  (#eq? @_type "var"))

((resource type: (_) @local.type name: (identifier) @local)
  (#not-eq? @local.type "var"))

((resource type: (_) @_type name: (identifier) @local value: (_) @local.value)
  (#eq? @_type "var"))

; Package and imports. `import static a.B.c` has the module a.B and the name c.

(package_declaration [(scoped_identifier) (identifier)] @package)

(import_declaration
  (scoped_identifier
    scope: (_) @import.module
    name: (identifier) @import.name) .) @import

(import_declaration
  [(scoped_identifier) (identifier)] @import.module
  (asterisk) @import.all) @import

; Calls. `this(...)` and `super(...)` call a constructor.

(method_invocation !object name: (identifier) @callee) @reference.call
(method_invocation object: (_) @object name: (identifier) @callee) @reference.call
(explicit_constructor_invocation constructor: [(this) (super)] @callee) @reference.call

(object_creation_expression
  type: [
    (type_identifier) @callee
    (generic_type (type_identifier) @callee)
  ]) @reference.construct

(object_creation_expression
  type: [
    (scoped_type_identifier (_) @object . (type_identifier) @callee)
    (generic_type (scoped_type_identifier (_) @object . (type_identifier) @callee))
  ]) @reference.construct

; A constant of an enum is made where it is listed.

(enum_declaration
  name: (identifier) @callee
  body: (enum_body (enum_constant name: (identifier) @reference.construct !arguments)))
(enum_declaration
  name: (identifier) @callee
  body: (enum_body (enum_constant arguments: (argument_list) @reference.construct)))

; Bases.

[
  (superclass (type_identifier) @callee @reference.inherits)
  (superclass (generic_type . (type_identifier) @callee) @reference.inherits)
  (extends_interfaces (type_list (type_identifier) @callee @reference.inherits))
  (extends_interfaces (type_list (generic_type . (type_identifier) @callee) @reference.inherits))
]

[
  (superclass (scoped_type_identifier (_) @object . (type_identifier) @callee) @reference.inherits)
  (superclass
    (generic_type . (scoped_type_identifier (_) @object . (type_identifier) @callee)) @reference.inherits)
  (extends_interfaces
    (type_list (scoped_type_identifier (_) @object . (type_identifier) @callee) @reference.inherits))
  (extends_interfaces
    (type_list
      (generic_type . (scoped_type_identifier (_) @object . (type_identifier) @callee))
      @reference.inherits))
]

[
  (super_interfaces (type_list (type_identifier) @callee @reference.implements))
  (super_interfaces (type_list (generic_type . (type_identifier) @callee) @reference.implements))
]

[
  (super_interfaces
    (type_list (scoped_type_identifier (_) @object . (type_identifier) @callee) @reference.implements))
  (super_interfaces
    (type_list
      (generic_type . (scoped_type_identifier (_) @object . (type_identifier) @callee))
      @reference.implements))
]

; Annotations.

(annotation name: (identifier) @callee) @reference.decorator
(marker_annotation name: (identifier) @callee) @reference.decorator
(annotation name: (scoped_identifier scope: (_) @object name: (identifier) @callee)) @reference.decorator
(marker_annotation name: (scoped_identifier scope: (_) @object name: (identifier) @callee)) @reference.decorator

; Types.

((type_identifier) @callee @reference.type
  (#not-eq? @callee "var"))

(scoped_type_identifier (_) @object . (type_identifier) @callee) @reference.type

; Names used as values.

(method_reference . (_) @object . (identifier) @callee) @reference.name
(method_reference . (identifier) @callee "new") @reference.name
(field_access object: (identifier) @object field: (identifier) @callee) @reference.name

[
  (argument_list (identifier) @callee @reference.name)
  (variable_declarator value: (identifier) @callee @reference.name)
  (assignment_expression right: (identifier) @callee @reference.name)
  (return_statement (identifier) @callee @reference.name)
  (binary_expression (identifier) @callee @reference.name)
  (ternary_expression (identifier) @callee @reference.name)
  (array_initializer (identifier) @callee @reference.name)
  (element_value_pair value: (identifier) @callee @reference.name)
  (annotation_argument_list (identifier) @callee @reference.name)
  (dimensions_expr (identifier) @callee @reference.name)
  (array_access (identifier) @callee @reference.name)
  (switch_label (identifier) @callee @reference.name)
]
