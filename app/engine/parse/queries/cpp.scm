; inherits: c

; Functions. In a class they are methods by their place. References hide a name as pointers do.

(function_definition
  declarator: [
    (function_declarator
      declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name)
    (reference_declarator
      (function_declarator declarator: [(identifier) (field_identifier) (operator_name)] @name))
    (pointer_declarator
      declarator: (function_declarator declarator: [(identifier) (field_identifier) (operator_name)] @name))
    (pointer_declarator
      declarator: (pointer_declarator
        declarator: (function_declarator declarator: [(identifier) (field_identifier)] @name)))
    (operator_cast) @name
  ]
  body: (_)? @body) @definition.function

(template_declaration
  (function_definition
    declarator: [
      (function_declarator
        declarator: [(identifier) (field_identifier) (operator_name)] @name)
      (reference_declarator
        (function_declarator declarator: [(identifier) (field_identifier) (operator_name)] @name))
      (pointer_declarator
        declarator: (function_declarator declarator: [(identifier) (field_identifier) (operator_name)] @name))
    ]
    body: (_)? @body)) @definition.function

; Members defined outside of their class, which is named before them.

(function_definition
  declarator: [
    (function_declarator declarator: (qualified_identifier
      name: [(identifier) (destructor_name) (operator_name)] @name) @receiver)
    (function_declarator declarator: (qualified_identifier name: (qualified_identifier
      name: [(identifier) (destructor_name) (operator_name)] @name)) @receiver)
    (function_declarator declarator: (qualified_identifier name: (qualified_identifier
      name: (qualified_identifier name: [(identifier) (destructor_name) (operator_name)] @name))) @receiver)
    (_ (function_declarator declarator: (qualified_identifier
      name: [(identifier) (operator_name)] @name) @receiver))
    (_ (function_declarator declarator: (qualified_identifier name: (qualified_identifier
      name: [(identifier) (operator_name)] @name)) @receiver))
    (_ (function_declarator declarator: (qualified_identifier name: (qualified_identifier
      name: (qualified_identifier name: [(identifier) (operator_name)] @name))) @receiver))
  ]
  body: (_)? @body) @definition.method

(template_declaration
  (function_definition
    declarator: [
      (function_declarator declarator: (qualified_identifier
        name: [(identifier) (destructor_name) (operator_name)] @name) @receiver)
      (function_declarator declarator: (qualified_identifier name: (qualified_identifier
        name: [(identifier) (destructor_name) (operator_name)] @name)) @receiver)
      (_ (function_declarator declarator: (qualified_identifier
        name: [(identifier) (operator_name)] @name) @receiver))
    ]
    body: (_)? @body)) @definition.method

; Members that a class only declares.

(field_declaration
  declarator: [
    (function_declarator declarator: [(field_identifier) (operator_name)] @name)
    (pointer_declarator
      declarator: (function_declarator declarator: [(field_identifier) (operator_name)] @name))
    (reference_declarator (function_declarator declarator: [(field_identifier) (operator_name)] @name))
  ]) @definition.method

(field_declaration_list
  [
    (declaration declarator: (function_declarator declarator: [(identifier) (destructor_name)] @name))
    (declaration declarator: (operator_cast) @name)
    (template_declaration
      (declaration
        declarator: [
          (function_declarator declarator: [(identifier) (field_identifier) (operator_name)] @name)
          (reference_declarator (function_declarator declarator: [(identifier) (field_identifier)] @name))
        ]))
  ] @definition.method)

; Prototypes that C has not: operators, references, templates.
(declaration
  declarator: [
    (function_declarator declarator: (operator_name) @name)
    (pointer_declarator declarator: (function_declarator declarator: (operator_name) @name))
    (reference_declarator (function_declarator declarator: [(identifier) (operator_name)] @name))
  ]) @definition.function

(template_declaration
  (declaration declarator: (function_declarator declarator: [(identifier) (operator_name)] @name)))
  @definition.function

; Types.

(class_specifier name: (type_identifier) @name body: (_) @body) @definition.class

(template_declaration
  [
    (class_specifier name: (type_identifier) @name body: (_) @body)
    (struct_specifier name: (type_identifier) @name body: (_) @body)
    (union_specifier name: (type_identifier) @name body: (_) @body)
  ]) @definition.class

; Specialisations and classes defined outside of the one they belong to.
(class_specifier name: (template_type) @name body: (_) @body) @definition.class
(struct_specifier name: (template_type) @name body: (_) @body) @definition.class
(class_specifier
  name: (qualified_identifier scope: (_) @receiver name: (type_identifier) @name)
  body: (_) @body) @definition.class
(struct_specifier
  name: (qualified_identifier scope: (_) @receiver name: (type_identifier) @name)
  body: (_) @body) @definition.class

(alias_declaration name: (type_identifier) @name) @definition.type
(template_declaration (alias_declaration name: (type_identifier) @name)) @definition.type
(concept_definition name: (identifier) @name) @definition.type
(template_declaration (concept_definition name: (identifier) @name)) @definition.type

(namespace_definition name: (_) @name body: (_) @body) @definition.module
(namespace_definition name: (_) @package)

; Names from namespaces, and other names of them. In a class `using` repeats what is inherited.

(translation_unit (using_declaration) @import)
(declaration_list (using_declaration) @import)
(compound_statement (using_declaration) @import)
(namespace_alias_definition) @import

; Constants of a class.

(field_declaration
  (storage_class_specifier)
  declarator: (field_identifier) @name
  default_value: (_)) @definition.constant

; Places to cut at.

(declaration_list (_) @statement)

; What binds names.

(lambda_expression) @scope

((parameter_declaration
  type: (_) @local.type
  declarator: (reference_declarator (identifier) @local))
  (#not-eq? @local.type "auto"))

((optional_parameter_declaration
  type: (_) @local.type
  declarator: [
    (identifier) @local
    (pointer_declarator declarator: (identifier) @local)
    (reference_declarator (identifier) @local)
  ])
  (#not-eq? @local.type "auto"))

((declaration
  type: (_) @local.type
  declarator: (init_declarator declarator: (reference_declarator (identifier) @local)))
  (#not-eq? @local.type "auto"))

(declaration
  type: (placeholder_type_specifier)
  declarator: (init_declarator
    declarator: [
      (identifier) @local
      (pointer_declarator declarator: (identifier) @local)
      (reference_declarator (identifier) @local)
    ]
    value: (_) @local.value))

(parameter_declaration
  type: (placeholder_type_specifier)
  declarator: [
    (identifier) @local
    (pointer_declarator declarator: (identifier) @local)
    (reference_declarator (identifier) @local)
  ])

; Fields are seen by their bare names in every method.
(field_declaration
  type: (_) @local.type
  declarator: [
    (field_identifier) @local @local.inplace
    (pointer_declarator declarator: (field_identifier) @local)
    (reference_declarator (field_identifier) @local)
    (array_declarator declarator: (field_identifier) @local) @local.many
    (pointer_declarator declarator: (array_declarator declarator: (field_identifier) @local)) @local.many
  ])

(for_range_loop
  type: (placeholder_type_specifier)
  declarator: [(identifier) @local (pointer_declarator (identifier) @local) (reference_declarator (identifier) @local)]
  right: (_) @local.iterated)
(for_range_loop
  type: [(type_identifier) (qualified_identifier) (template_type)] @local.type
  declarator: [(identifier) @local (pointer_declarator (identifier) @local) (reference_declarator (identifier) @local)])

[
  (structured_binding_declarator (identifier) @local)
  (for_range_loop declarator: (identifier) @local)
  (for_range_loop declarator: (pointer_declarator declarator: (identifier) @local))
  (for_range_loop declarator: (reference_declarator (identifier) @local))
  (type_parameter_declaration (type_identifier) @local)
  (optional_type_parameter_declaration name: (type_identifier) @local)
  (variadic_type_parameter_declaration (type_identifier) @local)
  (lambda_capture_initializer left: (identifier) @local)
]

; Bases.

(base_class_clause
  [
    (type_identifier) @callee
    (template_type name: (type_identifier) @callee)
  ] @reference.inherits)

(base_class_clause
  [
    (qualified_identifier scope: (_) @object name: (type_identifier) @callee)
    (qualified_identifier scope: (_) @object name: (template_type name: (type_identifier) @callee))
  ] @reference.inherits)

; Calls.

(call_expression function: (template_function name: (identifier) @callee)) @reference.call

(call_expression
  function: [
    (qualified_identifier
      name: [(identifier) @callee (template_function name: (identifier) @callee)])
    (qualified_identifier name: (qualified_identifier
      name: [(identifier) @callee (template_function name: (identifier) @callee)]))
    (qualified_identifier name: (qualified_identifier name: (qualified_identifier
      name: [(identifier) @callee (template_function name: (identifier) @callee)])))
  ] @object) @reference.call

(call_expression
  function: (field_expression
    argument: (_) @object
    field: (template_method name: (field_identifier) @callee))) @reference.call

(new_expression
  type: [
    (type_identifier) @callee
    (template_type name: (type_identifier) @callee)
  ]) @reference.construct

(new_expression
  type: (qualified_identifier
    name: [
      (type_identifier) @callee
      (template_type name: (type_identifier) @callee)
      (qualified_identifier name: (type_identifier) @callee)
    ]) @object) @reference.construct

; `Foo{}`, `Foo x(1)` and `Foo x{1}` run a constructor as well, and what a constructor hands on.

(compound_literal_expression
  type: [
    (type_identifier) @callee
    (template_type name: (type_identifier) @callee)
  ]
  value: (_) @reference.construct)
(compound_literal_expression
  type: (qualified_identifier
    name: [
      (type_identifier) @callee
      (template_type name: (type_identifier) @callee)
      (qualified_identifier name: (type_identifier) @callee)
    ]) @object
  value: (_) @reference.construct)

(declaration
  type: [
    (type_identifier) @callee
    (template_type name: (type_identifier) @callee)
  ]
  declarator: (init_declarator
    declarator: (identifier)
    value: [(argument_list) (initializer_list)] @reference.construct))
(declaration
  type: (qualified_identifier
    name: [
      (type_identifier) @callee
      (template_type name: (type_identifier) @callee)
      (qualified_identifier name: (type_identifier) @callee)
    ]) @object
  declarator: (init_declarator
    declarator: (identifier)
    value: [(argument_list) (initializer_list)] @reference.construct))

(field_initializer . (field_identifier) @callee) @reference.construct

; Types.

(template_type name: (type_identifier) @callee @reference.type)

(_
  type: (qualified_identifier
    scope: (_) @object
    name: [(type_identifier) @callee (template_type name: (type_identifier) @callee)]) @reference.type)

; Names used as values.

(subscript_argument_list (identifier) @callee @reference.name)

[
  (argument_list
    (qualified_identifier scope: (_) @object name: (identifier) @callee) @reference.name)
  (init_declarator
    value: (qualified_identifier scope: (_) @object name: (identifier) @callee) @reference.name)
  (assignment_expression
    right: (qualified_identifier scope: (_) @object name: (identifier) @callee) @reference.name)
  (return_statement
    (qualified_identifier scope: (_) @object name: (identifier) @callee) @reference.name)
  (binary_expression
    (qualified_identifier scope: (_) @object name: (identifier) @callee) @reference.name)
  (case_statement
    value: (qualified_identifier scope: (_) @object name: (identifier) @callee) @reference.name)
  (pointer_expression
    argument: (qualified_identifier scope: (_) @object name: (identifier) @callee) @reference.name)
]
