; What JavaScript and TypeScript share. Not a language of its own: both inherit it.

; Functions. The wider match (with `export`, or the whole declaration) wins.

(function_declaration name: (identifier) @name body: (_) @body) @definition.function
(generator_function_declaration name: (identifier) @name body: (_) @body) @definition.function

(export_statement
  declaration: [
    (function_declaration name: (identifier) @name body: (_) @body)
    (generator_function_declaration name: (identifier) @name body: (_) @body)
  ]) @definition.function

(export_statement
  "default" @name
  value: [
    (function_expression !name body: (_) @body)
    (generator_function !name body: (_) @body)
    (arrow_function body: (_) @body)
  ]) @definition.function

(variable_declarator
  name: (identifier) @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]) @definition.function

(lexical_declaration
  . (variable_declarator
    name: (identifier) @name
    value: [
      (arrow_function body: (_) @body)
      (function_expression body: (_) @body)
      (generator_function body: (_) @body)
    ]) .) @definition.function

(export_statement
  declaration: (lexical_declaration
    . (variable_declarator
      name: (identifier) @name
      value: [
        (arrow_function body: (_) @body)
        (function_expression body: (_) @body)
      ]) .)) @definition.function

; A wrapped component: `const Card = memo(() => ...)`.
(program
  [
    (lexical_declaration
      . (variable_declarator
        name: (identifier) @name
        value: (call_expression
          arguments: (arguments
            . [(arrow_function body: (_) @body) (function_expression body: (_) @body)]))) .)
    (export_statement
      declaration: (lexical_declaration
        . (variable_declarator
          name: (identifier) @name
          value: (call_expression
            arguments: (arguments
              . [(arrow_function body: (_) @body) (function_expression body: (_) @body)]))) .))
  ] @definition.function
  (#match? @name "^[A-Z][A-Za-z0-9]*[a-z]"))

; Functions given to a name by assignment: `exports.f =`, `module.exports =`, `A.prototype.m =`, `app.m =`.

(assignment_expression
  left: (member_expression
    object: (identifier) @_exports
    property: (property_identifier) @name)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]
  (#any-of? @_exports "exports" "module" "window" "globalThis" "self")) @definition.function

(assignment_expression
  left: (member_expression
    object: (member_expression
      object: (identifier) @_module
      property: (property_identifier) @_exports)
    property: (property_identifier) @name)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
  ]
  (#eq? @_module "module")
  (#eq? @_exports "exports")) @definition.function

(assignment_expression
  left: (member_expression
    object: (member_expression
      object: (identifier) @receiver
      property: (property_identifier) @_prototype)
    property: (property_identifier) @name)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]
  (#eq? @_prototype "prototype")) @definition.method

(assignment_expression
  left: (member_expression
    object: (identifier) @receiver
    property: (property_identifier) @name)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]
  (#not-match? @receiver "^(exports|module|window|globalThis|self)$")) @definition.method

(assignment_expression
  left: (member_expression
    object: (this)
    property: (property_identifier) @name)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
  ]) @definition.method

; Methods of classes and of object literals.

(method_definition
  name: [(property_identifier) (private_property_identifier)] @name
  body: (_) @body) @definition.method

(pair
  key: (property_identifier) @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]) @definition.method

; Classes.

(class_declaration name: (_) @name body: (_) @body) @definition.class

(export_statement
  declaration: (class_declaration name: (_) @name body: (_) @body)) @definition.class

(export_statement
  "default" @name
  value: (class !name body: (_) @body)) @definition.class

(variable_declarator
  name: (identifier) @name
  value: (class body: (_) @body)) @definition.class

(assignment_expression
  left: (member_expression property: (property_identifier) @name)
  right: (class !name body: (_) @body)) @definition.class

(assignment_expression
  left: (member_expression)
  right: (class name: (_) @name body: (_) @body)) @definition.class

; Constants of a module. What is required is an import, see below.

(program
  (lexical_declaration
    kind: "const"
    (variable_declarator
      name: (identifier) @name
      value: (_) @_value)
    (#not-match? @_value "^(await\\s+import|require|import)\\s*\\(")) @definition.constant)

(export_statement
  declaration: (lexical_declaration
    (variable_declarator
      name: (identifier) @name
      value: (_) @_value))) @definition.constant

(export_statement
  declaration: (lexical_declaration
    (variable_declarator
      name: [
        (object_pattern (shorthand_property_identifier_pattern) @name)
        (object_pattern (pair_pattern value: (identifier) @name))
        (array_pattern (identifier) @name)
      ]))) @definition.constant

(export_statement
  declaration: (variable_declaration
    (variable_declarator name: (identifier) @name))) @definition.constant

(program
  [
    (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name))
    (variable_declaration (variable_declarator name: (identifier) @name))
  ] @definition.constant
  (#match? @name "^_*[A-Z][A-Z0-9_]*$"))

(program
  (expression_statement
    (assignment_expression
      left: (member_expression
        object: (identifier) @_exports
        property: (property_identifier) @name)
      right: [(string) (number) (template_string) (regex) (array) (object) (new_expression)]
      (#eq? @_exports "exports"))) @definition.constant)

(program
  (expression_statement
    (assignment_expression
      left: (member_expression
        object: (member_expression
          object: (identifier) @_module
          property: (property_identifier) @_exports)
        property: (property_identifier) @name)
      right: [(string) (number) (template_string) (regex) (array) (object) (new_expression)]
      (#eq? @_module "module")
      (#eq? @_exports "exports"))) @definition.constant)

(export_statement
  "default" @name
  value: [
    (object)
    (array)
    (call_expression)
    (new_expression)
    (string)
    (template_string)
  ]) @definition.constant

; Comments, places to cut at.

(comment) @comment

(program (_) @statement)
(statement_block (_) @statement)
(class_body (_) @statement)
(switch_body (_) @statement)

; What binds names.

[
  (arrow_function)
  (function_expression)
  (generator_function)
] @scope

(variable_declarator name: (identifier) @local !value)
(arrow_function parameter: (identifier) @local)
(for_in_statement left: (identifier) @local)
(catch_clause parameter: (identifier) @local)

[
  (assignment_pattern left: (identifier) @local)
  (rest_pattern (identifier) @local)
  (array_pattern (identifier) @local)
  (object_pattern (shorthand_property_identifier_pattern) @local)
  (object_assignment_pattern left: (shorthand_property_identifier_pattern) @local)
  (pair_pattern value: (identifier) @local)
]

; What a name takes out of a value, by its member.

(variable_declarator
  name: (object_pattern
    [
      (shorthand_property_identifier_pattern) @local @local.member
      (object_assignment_pattern left: (shorthand_property_identifier_pattern) @local @local.member)
      (pair_pattern key: (property_identifier) @local.member value: (identifier) @local)
    ])
  value: [(identifier) (this) (member_expression) (call_expression) (new_expression)] @local.value)

(for_in_statement left: (identifier) @local operator: "of" right: (_) @local.iterated)

; The parameter of a function that is handed to a call.

(call_expression
  function: [(identifier) (member_expression)] @local.callee
  arguments: (arguments (arrow_function parameter: (identifier) @local)) @local.arguments)

; Functions that an object or a class holds under a name.

(object (shorthand_property_identifier) @held @held.value)
(object (pair key: (property_identifier) @held value: [(identifier) (member_expression)] @held.value))
(assignment_expression
  left: (member_expression object: (identifier) @held.owner property: (property_identifier) @held)
  right: [(identifier) (member_expression)] @held.value
  (#not-match? @held.owner "^(module|exports)$"))
(assignment_expression
  left: (member_expression object: (identifier) @held.owner property: (property_identifier) @held)
  right: (assignment_expression left: (member_expression) @held.value)
  (#not-match? @held.owner "^(module|exports)$"))

; What a function gives.

(return_statement (_) @returned)
(arrow_function
  body: [
    (identifier)
    (this)
    (member_expression)
    (call_expression)
    (new_expression)
    (arrow_function)
    (function_expression)
  ] @returned)

; Imports, one match a name. A default import has an alias alone, a namespace `*` beside it.

(import_statement
  . source: (string (string_fragment) @import.module)) @import

(import_statement
  (import_clause (identifier) @import.alias)
  source: (string (string_fragment) @import.module)) @import

(import_statement
  (import_clause (namespace_import "*" @import.all (identifier) @import.alias))
  source: (string (string_fragment) @import.module)) @import

(import_statement
  (import_clause (named_imports (import_specifier name: _ @import.name !alias)))
  source: (string (string_fragment) @import.module)) @import

(import_statement
  (import_clause (named_imports (import_specifier name: _ @import.name alias: _ @import.alias)))
  source: (string (string_fragment) @import.module)) @import

(call_expression
  function: (import)
  arguments: (arguments . (string (string_fragment) @import.module))) @import

(variable_declarator
  name: (identifier) @import.alias
  value: (await_expression
    (call_expression
      function: (import)
      arguments: (arguments . (string (string_fragment) @import.module))))) @import

(variable_declarator
  name: (object_pattern
    [
      (shorthand_property_identifier_pattern) @import.name
      (pair_pattern key: (property_identifier) @import.name value: (identifier) @import.alias)
    ])
  value: (await_expression
    (call_expression
      function: (import)
      arguments: (arguments . (string (string_fragment) @import.module))))) @import

; CommonJS.

(call_expression
  function: (identifier) @_require
  arguments: (arguments . (string (string_fragment) @import.module))
  (#eq? @_require "require")) @import

(variable_declarator
  name: (identifier) @import.alias
  value: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string (string_fragment) @import.module)))
  (#eq? @_require "require")) @import

(variable_declarator
  name: (object_pattern
    [
      (shorthand_property_identifier_pattern) @import.name
      (pair_pattern key: (property_identifier) @import.name value: (identifier) @import.alias)
    ])
  value: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string (string_fragment) @import.module)))
  (#eq? @_require "require")) @import

(variable_declarator
  name: (identifier) @import.alias
  value: (member_expression
    object: (call_expression
      function: (identifier) @_require
      arguments: (arguments . (string (string_fragment) @import.module)))
    property: (property_identifier) @import.name)
  (#eq? @_require "require")) @import

; Exports under another name or of another module; one without a module exports a name of this file.

(export_statement
  (export_clause (export_specifier name: _ @import.name !alias))
  source: (string (string_fragment) @import.module)) @export

(export_statement
  (export_clause (export_specifier name: _ @import.name alias: _ @import.alias))
  source: (string (string_fragment) @import.module)) @export

(export_statement
  (namespace_export "*" @import.all (_) @import.alias)
  source: (string (string_fragment) @import.module)) @export

(export_statement
  "*" @import.all
  source: (string (string_fragment) @import.module)) @export

(export_statement
  !source
  (export_clause (export_specifier name: _ @import.name !alias))) @export

(export_statement
  !source
  (export_clause (export_specifier name: _ @import.name alias: _ @import.alias))) @export

(export_statement
  "default" @import.alias
  value: (identifier) @import.name) @export

(assignment_expression
  left: (member_expression
    object: (identifier) @_exports
    property: (property_identifier) @import.alias)
  right: (identifier) @import.name
  (#any-of? @_exports "exports" "module")) @export

(assignment_expression
  left: (member_expression
    object: (member_expression
      object: (identifier) @_module
      property: (property_identifier) @_exports)
    property: (property_identifier) @import.alias)
  right: (identifier) @import.name
  (#eq? @_module "module")
  (#eq? @_exports "exports")) @export

(assignment_expression
  left: (member_expression
    object: (identifier) @_exports
    property: (property_identifier) @import.alias)
  right: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string (string_fragment) @import.module)))
  (#any-of? @_exports "exports" "module")
  (#eq? @_require "require")) @export

(assignment_expression
  left: (member_expression
    object: (identifier) @_module
    property: (property_identifier) @_exports)
  right: (object
    [
      (shorthand_property_identifier) @import.name
      (pair key: (property_identifier) @import.alias value: (identifier) @import.name)
      (pair
        key: (property_identifier) @import.name
        value: [(arrow_function) (function_expression) (generator_function)])
      (method_definition name: (property_identifier) @import.name)
    ])
  (#eq? @_module "module")
  (#eq? @_exports "exports")) @export

; Calls.

(call_expression
  function: [(identifier) (super)] @callee) @reference.call

(call_expression
  function: (member_expression
    object: (_) @object
    property: [(property_identifier) (private_property_identifier)] @callee)) @reference.call

(new_expression constructor: (identifier) @callee) @reference.construct

(new_expression
  constructor: (member_expression
    object: (_) @object
    property: (property_identifier) @callee)) @reference.construct

; Decorators. One with arguments is its callee.

(decorator
  [
    (identifier) @callee
    (call_expression function: (identifier) @callee)
    (member_expression object: (_) @object property: (property_identifier) @callee)
    (call_expression
      function: (member_expression object: (_) @object property: (property_identifier) @callee))
  ]) @reference.decorator

; Names used as values.

[
  (arguments (identifier) @callee @reference.name)
  (variable_declarator value: (identifier) @callee @reference.name)
  (assignment_expression right: (identifier) @callee @reference.name)
  (assignment_pattern right: (identifier) @callee @reference.name)
  (pair value: (identifier) @callee @reference.name)
  (shorthand_property_identifier) @callee @reference.name
  (array (identifier) @callee @reference.name)
  (spread_element (identifier) @callee @reference.name)
  (return_statement (identifier) @callee @reference.name)
  (arrow_function body: (identifier) @callee @reference.name)
  (binary_expression (identifier) @callee @reference.name)
  (ternary_expression (identifier) @callee @reference.name)
  (subscript_expression (identifier) @callee @reference.name)
  (template_substitution (identifier) @callee @reference.name)
  (for_in_statement right: (identifier) @callee @reference.name)
  (switch_case value: (identifier) @callee @reference.name)
]

[
  (arguments
    (member_expression object: (_) @object property: (property_identifier) @callee) @reference.name)
  (pair
    value: (member_expression object: (_) @object property: (property_identifier) @callee) @reference.name)
  (variable_declarator
    value: (member_expression object: (_) @object property: (property_identifier) @callee) @reference.name)
  (assignment_expression
    right: (member_expression object: (_) @object property: (property_identifier) @callee) @reference.name)
  (return_statement
    (member_expression object: (_) @object property: (property_identifier) @callee) @reference.name)
  (binary_expression
    (member_expression object: (_) @object property: (property_identifier) @callee) @reference.name)
  (switch_case
    value: (member_expression object: (_) @object property: (property_identifier) @callee) @reference.name)
]
