; Functions. In an `impl` they are methods of its type, in a trait by their place.

(function_item name: (identifier) @name body: (block) @body) @definition.function
(function_signature_item name: (identifier) @name) @definition.function
(macro_definition name: (identifier) @name) @definition.function

(impl_item
  trait: (_)? @implemented
  type: [
    (type_identifier) @receiver
    (generic_type type: (type_identifier) @receiver)
    (scoped_type_identifier name: (type_identifier) @receiver)
    (generic_type type: (scoped_type_identifier name: (type_identifier) @receiver))
    (reference_type type: (type_identifier) @receiver)
    (primitive_type) @receiver
  ]
  body: (declaration_list
    (function_item name: (identifier) @name body: (block) @body) @definition.method))

(impl_item
  type: [
    (type_identifier) @receiver
    (generic_type type: (type_identifier) @receiver)
    (scoped_type_identifier name: (type_identifier) @receiver)
    (generic_type type: (scoped_type_identifier name: (type_identifier) @receiver))
  ]
  body: (declaration_list
    (const_item name: (identifier) @name) @definition.constant))

; Types.

(struct_item name: (type_identifier) @name body: (_) @body) @definition.class
(struct_item name: (type_identifier) @name !body) @definition.class
(union_item name: (type_identifier) @name body: (_) @body) @definition.class
(enum_item name: (type_identifier) @name body: (_) @body) @definition.enum
(trait_item name: (type_identifier) @name body: (_) @body) @definition.interface
(type_item name: (type_identifier) @name) @definition.type
(mod_item name: (identifier) @name body: (_) @body) @definition.module

; Constants.

(enum_variant name: (identifier) @name) @definition.constant
(const_item name: (identifier) @name) @definition.constant
(static_item name: (identifier) @name) @definition.constant

; Comments, places to cut at.

[
  (line_comment)
  (block_comment)
] @comment

(source_file (_) @statement)
(block (_) @statement)
(declaration_list (_) @statement)
(field_declaration_list (_) @statement)
(enum_variant_list (_) @statement)
(match_block (_) @statement)

; What binds names.

[
  (closure_expression)
  (if_expression)
  (while_expression)
  (for_expression)
  (match_arm)
] @scope

(expression_statement (block) @scope)

(parameter pattern: (identifier) @local type: (_) @local.type)
(closure_parameters (identifier) @local)
(let_declaration pattern: (identifier) @local type: (_) @local.type value: (_)? @local.value)
(let_declaration pattern: (identifier) @local !type value: (_) @local.value)
(let_declaration pattern: (identifier) @local !type !value)
(for_expression pattern: (identifier) @local value: (_) @local.iterated)
(let_declaration pattern: (tuple_pattern . (identifier) @local @local.first) value: (_) @local.value)
(let_declaration pattern: (tuple_pattern . (_) . (identifier) @local @local.second) value: (_) @local.value)
(field_declaration name: (field_identifier) @local type: (_) @local.type)

; What is taken out of an option or a result.

((let_condition
  pattern: (tuple_struct_pattern type: (identifier) @_wrapper . (identifier) @local)
  value: (_) @local.unwrapped)
  (#any-of? @_wrapper "Some" "Ok"))
((let_declaration
  pattern: (tuple_struct_pattern type: (identifier) @_wrapper . (identifier) @local)
  value: (_) @local.unwrapped)
  (#any-of? @_wrapper "Some" "Ok"))
((match_expression
  value: (_) @local.unwrapped
  body: (match_block
    (match_arm
      pattern: (match_pattern
        (tuple_struct_pattern type: (identifier) @_wrapper . (identifier) @local)))))
  (#any-of? @_wrapper "Some" "Ok"))

; The first field of a struct whose fields have no names.
(struct_item
  body: [
    (ordered_field_declaration_list . type: (_) @local @local.type @local.unnamed)
    (ordered_field_declaration_list . (visibility_modifier) . type: (_) @local @local.type @local.unnamed)
  ])

; Type parameters with their first bound, which may be written behind.

(function_item
  type_parameters: (type_parameters
    (type_parameter
      name: (type_identifier) @local @local.generic
      bounds: (trait_bounds . (_) @local.bound)?)))
(function_item
  (where_clause
    (where_predicate
      left: (type_identifier) @local @local.generic
      bounds: (trait_bounds . (_) @local.bound))))

[
  (struct_item type_parameters: (type_parameters (type_parameter name: (type_identifier) @local)))
  (enum_item type_parameters: (type_parameters (type_parameter name: (type_identifier) @local)))
  (trait_item type_parameters: (type_parameters (type_parameter name: (type_identifier) @local)))
  (tuple_pattern (identifier) @local)
  (tuple_struct_pattern type: (_) (identifier) @local)
  (slice_pattern (identifier) @local)
  (mut_pattern (identifier) @local)
  (ref_pattern (identifier) @local)
  (reference_pattern (identifier) @local)
  (captured_pattern . (identifier) @local)
  (field_pattern name: (shorthand_field_identifier) @local)
  (field_pattern pattern: (identifier) @local)
]

; Imports. A tree of names is read from the statement's text.

(use_declaration . "use" argument: (_) @import.module) @import
(use_declaration (visibility_modifier) argument: (_) @import.module) @export
(extern_crate_declaration name: (identifier) @import.module !alias) @import
(extern_crate_declaration name: (identifier) @import.module alias: (identifier) @import.alias) @import
(mod_item name: (identifier) @import.module !body) @import

; Calls.

(call_expression
  function: [
    (identifier) @callee
    (generic_function function: (identifier) @callee)
  ]) @reference.call

(call_expression
  function: [
    (field_expression value: (_) @object field: (field_identifier) @callee)
    (generic_function function: (field_expression value: (_) @object field: (field_identifier) @callee))
    (scoped_identifier path: (_) name: (identifier) @callee) @object
    (generic_function function: (scoped_identifier path: (_) name: (identifier) @callee) @object)
  ]) @reference.call

(macro_invocation macro: (identifier) @callee "!" @object) @reference.call
(macro_invocation macro: (scoped_identifier path: (_) @object name: (identifier) @callee)) @reference.call

; A macro's arguments are not parsed: a name before brackets is a call if it comes first or after a comma.

(macro_invocation
  (token_tree . (identifier) @callee @reference.call . (token_tree)))
(macro_invocation
  (token_tree "," . (identifier) @callee @reference.call . (token_tree)))

(struct_expression
  name: [
    (type_identifier) @callee
    (generic_type_with_turbofish type: (type_identifier) @callee)
  ]) @reference.construct

(struct_expression
  name: (scoped_type_identifier path: (_) @object name: (type_identifier) @callee)) @reference.construct

; Traits: what a trait builds on, and what a type implements.

(trait_item bounds: (trait_bounds (type_identifier) @callee @reference.inherits))
(trait_item bounds: (trait_bounds (generic_type type: (type_identifier) @callee) @reference.inherits))

(trait_item
  bounds: (trait_bounds
    (scoped_type_identifier path: (_) @object name: (type_identifier) @callee) @reference.inherits))

(impl_item
  trait: [
    (type_identifier) @callee
    (generic_type type: (type_identifier) @callee)
  ] @reference.implements
  type: [
    (type_identifier) @receiver
    (generic_type type: (type_identifier) @receiver)
    (scoped_type_identifier name: (type_identifier) @receiver)
    (generic_type type: (scoped_type_identifier name: (type_identifier) @receiver))
  ])

(impl_item
  trait: [
    (scoped_type_identifier path: (_) @object name: (type_identifier) @callee)
    (generic_type type: (scoped_type_identifier path: (_) @object name: (type_identifier) @callee))
  ] @reference.implements
  type: [
    (type_identifier) @receiver
    (generic_type type: (type_identifier) @receiver)
    (scoped_type_identifier name: (type_identifier) @receiver)
    (generic_type type: (scoped_type_identifier name: (type_identifier) @receiver))
  ])

; Attributes; what is derived is named in an attribute's argument.

(attribute_item (attribute . (identifier) @callee) @reference.decorator)

(attribute_item
  (attribute . (scoped_identifier path: (_) @object name: (identifier) @callee)) @reference.decorator)

((attribute_item
  (attribute
    . (identifier) @_derive
    arguments: (token_tree (identifier) @callee @reference.type)))
  (#eq? @_derive "derive"))

; Types.

((type_identifier) @callee @reference.type
  (#not-eq? @callee "Self"))
(scoped_type_identifier path: (_) @object name: (type_identifier) @callee) @reference.type

; Names used as values. A path that is not called names a variant, a constant or a function.

[
  (arguments (identifier) @callee @reference.name)
  (let_declaration value: (identifier) @callee @reference.name)
  (assignment_expression right: (identifier) @callee @reference.name)
  (field_initializer value: (identifier) @callee @reference.name)
  (return_expression (identifier) @callee @reference.name)
  (reference_expression (identifier) @callee @reference.name)
  (binary_expression (identifier) @callee @reference.name)
  (array_expression (identifier) @callee @reference.name)
  (tuple_expression (identifier) @callee @reference.name)
  (index_expression (identifier) @callee @reference.name)
  (range_expression (identifier) @callee @reference.name)
  (block (identifier) @callee @reference.name .)
  (match_pattern (identifier) @callee @reference.name)
  (match_arm value: (identifier) @callee @reference.name)
]

[
  (arguments (scoped_identifier path: (_) @object name: (_) @callee) @reference.name)
  (let_declaration value: (scoped_identifier path: (_) @object name: (_) @callee) @reference.name)
  (assignment_expression right: (scoped_identifier path: (_) @object name: (_) @callee) @reference.name)
  (field_initializer value: (scoped_identifier path: (_) @object name: (_) @callee) @reference.name)
  (return_expression (scoped_identifier path: (_) @object name: (_) @callee) @reference.name)
  (binary_expression (scoped_identifier path: (_) @object name: (_) @callee) @reference.name)
  (array_expression (scoped_identifier path: (_) @object name: (_) @callee) @reference.name)
  (block (scoped_identifier path: (_) @object name: (_) @callee) @reference.name .)
  (match_pattern (scoped_identifier path: (_) @object name: (_) @callee) @reference.name)
  (match_arm value: (scoped_identifier path: (_) @object name: (_) @callee) @reference.name)
  (tuple_struct_pattern type: (scoped_identifier path: (_) @object name: (_) @callee) @reference.name)
  (tuple_struct_pattern type: (identifier) @callee @reference.name)
  (struct_pattern type: (scoped_type_identifier path: (_) @object name: (_) @callee) @reference.name)
]
