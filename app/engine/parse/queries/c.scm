; Functions. A declarator hides its name behind as many pointers as its type has.

(function_definition
  declarator: [
    (function_declarator declarator: (identifier) @name)
    (function_declarator declarator: (parenthesized_declarator (identifier) @name))
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
    (pointer_declarator
      declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)))
  ]
  body: (_) @body) @definition.function

; Prototypes: functions without a body. What looks like one inside of a function is left out later.

(declaration
  declarator: [
    (function_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
    (pointer_declarator
      declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)))
  ]) @definition.function

; Macros. One without a value only guards a header.

(preproc_function_def name: (identifier) @name value: (_)? @body) @definition.function
(preproc_def name: (identifier) @name value: (_)) @definition.constant

; Types.

(struct_specifier name: (type_identifier) @name body: (_) @body) @definition.class
(union_specifier name: (type_identifier) @name body: (_) @body) @definition.class
(enum_specifier name: (type_identifier) @name body: (_) @body) @definition.enum

; `typedef struct a {...} b;` defines both, over all of its lines.
(type_definition
  type: [
    (struct_specifier name: (type_identifier) @name body: (_) @body)
    (union_specifier name: (type_identifier) @name body: (_) @body)
  ]) @definition.class

(type_definition
  type: (enum_specifier name: (type_identifier) @name body: (_) @body)) @definition.enum

(type_definition
  type: [(struct_specifier !name body: (_) @body) (union_specifier !name body: (_) @body)]
  declarator: (type_identifier) @name) @definition.class

(type_definition
  type: (enum_specifier !name body: (_) @body)
  declarator: (type_identifier) @name) @definition.enum

; Where a name of its own goes before, the other stands for it alone.
(type_definition
  type: (_ name: (_) body: (_))
  declarator: (type_identifier) @name @definition.type)

(type_definition
  type: (_ !body)
  declarator: [
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)
    (array_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: (type_identifier) @name)
    (function_declarator
      declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))
  ]) @definition.type

; Constants and variables that are given a value. Those inside of a function are local names.

(enumerator name: (identifier) @name) @definition.constant

(declaration
  declarator: (init_declarator
    declarator: [
      (identifier) @name
      (pointer_declarator declarator: (identifier) @name)
      (array_declarator declarator: (identifier) @name)
      (array_declarator declarator: (array_declarator declarator: (identifier) @name))
      (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))
    ])) @definition.constant

; Comments, places to cut at.

(comment) @comment

(translation_unit (_) @statement)
(compound_statement (_) @statement)
(case_statement (_) @statement)
(field_declaration_list (_) @statement)
(enumerator_list (_) @statement)
(preproc_if (_) @statement)
(preproc_ifdef (_) @statement)
(preproc_else (_) @statement)

; What binds names.

((parameter_declaration
  type: (_) @local.type
  declarator: [
    (identifier) @local
    (pointer_declarator declarator: (identifier) @local)
    (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @local))
    (array_declarator declarator: (identifier) @local)
  ])
  (#not-eq? @local.type "auto"))

(parameter_declaration
  declarator: (function_declarator
    declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @local))))

((declaration
  type: (_) @local.type
  declarator: [
    (identifier) @local
    (pointer_declarator declarator: (identifier) @local)
    (array_declarator declarator: (identifier) @local) @local.many
    (pointer_declarator declarator: (array_declarator declarator: (identifier) @local)) @local.many
    (init_declarator declarator: (identifier) @local value: (_) @local.value)
    (init_declarator declarator: (pointer_declarator declarator: (identifier) @local))
    (init_declarator declarator: (array_declarator declarator: (identifier) @local)) @local.many
    (init_declarator
      declarator: (pointer_declarator declarator: (array_declarator declarator: (identifier) @local)))
      @local.many
  ])
  (#not-eq? @local.type "auto"))

; A pointer to a function.
(declaration
  declarator: (init_declarator
    declarator: (function_declarator
      declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @local)))
    value: (_) @local.value))

; Imports.

(preproc_include path: (_) @import.module) @import

; Calls. A macro is called as a function is.

(call_expression function: (identifier) @callee) @reference.call

(call_expression
  function: (field_expression argument: (_) @object field: (field_identifier) @callee)) @reference.call

; Types.

(_ type: (type_identifier) @callee @reference.type)
(struct_specifier name: (type_identifier) @callee @reference.type !body)
(union_specifier name: (type_identifier) @callee @reference.type !body)
(enum_specifier name: (type_identifier) @callee @reference.type !body)

; Names used as values.

[
  (argument_list (identifier) @callee @reference.name)
  (init_declarator value: (identifier) @callee @reference.name)
  (assignment_expression right: (identifier) @callee @reference.name)
  (initializer_list (identifier) @callee @reference.name)
  (initializer_pair value: (identifier) @callee @reference.name)
  (return_statement (identifier) @callee @reference.name)
  (pointer_expression argument: (identifier) @callee @reference.name)
  (parenthesized_expression (identifier) @callee @reference.name)
  (unary_expression argument: (identifier) @callee @reference.name)
  (binary_expression (identifier) @callee @reference.name)
  (conditional_expression (identifier) @callee @reference.name)
  (cast_expression value: (identifier) @callee @reference.name)
  (case_statement value: (identifier) @callee @reference.name)
  (subscript_expression (identifier) @callee @reference.name)
  (array_declarator size: (identifier) @callee @reference.name)
  (enumerator value: (identifier) @callee @reference.name)
]

; What no rule could read: how much of it there is tells whether a mended text reads better.

(ERROR) @error
