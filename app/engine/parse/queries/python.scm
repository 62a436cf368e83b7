; Definitions. A function in a class is a method by its place.

(function_definition
  name: (identifier) @name
  body: (block) @body) @definition.function

(decorated_definition
  definition: (function_definition
    name: (identifier) @name
    body: (block) @body)) @definition.function

(class_definition
  name: (identifier) @name
  body: (block) @body) @definition.class

(decorated_definition
  definition: (class_definition
    name: (identifier) @name
    body: (block) @body)) @definition.class

(type_alias_statement
  left: (type
    [
      (identifier) @name
      (generic_type . (identifier) @name)
    ])) @definition.type

(module
  (expression_statement
    (assignment left: (identifier) @name)
    (#match? @name "^_*[A-Z][A-Z0-9]*[a-z][A-Za-z0-9]*$")) @definition.type)

(expression_statement
  (assignment left: (identifier) @name)
  (#match? @name "^_*[A-Z][A-Z0-9_]*$")) @definition.constant

; Documentation, comments, places to cut at.

(module . (comment)* . (expression_statement . (string) @doc .))
(class_definition body: (block . (expression_statement . (string) @doc .)))
(function_definition body: (block . (expression_statement . (string) @doc .)))

(comment) @comment

(module (_) @statement)
(block (_) @statement)

; What binds names.

[
  (lambda)
  (list_comprehension)
  (set_comprehension)
  (dictionary_comprehension)
  (generator_expression)
] @scope

(parameters (identifier) @local)
(lambda_parameters (identifier) @local)
(default_parameter name: (identifier) @local)
(typed_parameter . (identifier) @local type: (type) @local.type)
(typed_default_parameter name: (identifier) @local type: (type) @local.type)

[
  (list_splat_pattern (identifier) @local)
  (dictionary_splat_pattern (identifier) @local)
  (pattern_list (identifier) @local)
  (tuple_pattern (identifier) @local)
  (list_pattern (identifier) @local)
  (as_pattern_target (tuple (identifier) @local))
  (as_pattern_target (tuple (list_splat (identifier) @local)))
  (as_pattern_target (list (identifier) @local))
  (for_statement left: (identifier) @local)
  (for_in_clause left: (identifier) @local)
  (splat_pattern (identifier) @local)
  (case_pattern (as_pattern (identifier) @local))
  (case_pattern (dotted_name . (identifier) @local .))
  (keyword_pattern (dotted_name . (identifier) @local .))
  (union_pattern (dotted_name . (identifier) @local .))
]

; Type parameters with what bounds them.

[
  (function_definition type_parameters: (type_parameter (type (identifier) @local @local.generic)))
  (class_definition type_parameters: (type_parameter (type (identifier) @local @local.generic)))
  (function_definition
    type_parameters: (type_parameter
      (type (constrained_type . (type (identifier) @local @local.generic) (type) @local.bound))))
  (class_definition
    type_parameters: (type_parameter
      (type (constrained_type . (type (identifier) @local @local.generic) (type) @local.bound))))
]

((assignment
  left: (identifier) @local @local.generic
  right: (call
    function: (_) @_maker
    arguments: (argument_list (keyword_argument name: (identifier) @_word value: (_) @local.bound))))
  (#match? @_maker "TypeVar$")
  (#eq? @_word "bound"))

(return_statement (_) @returned)

; What is gone through.

(for_statement left: (identifier) @local right: (_) @local.iterated)
(for_in_clause left: (identifier) @local right: (_) @local.iterated)

((for_statement
  left: (pattern_list . (_) . (identifier) @local @local.keyed .)
  right: (call function: (attribute object: (_) @local.iterated attribute: (identifier) @_items)))
  (#eq? @_items "items"))
((for_in_clause
  left: (pattern_list . (_) . (identifier) @local @local.keyed .)
  right: (call function: (attribute object: (_) @local.iterated attribute: (identifier) @_items)))
  (#eq? @_items "items"))

((for_statement
  left: (pattern_list . (_) . (identifier) @local .)
  right: (call function: (identifier) @_counted arguments: (argument_list . (_) @local.iterated)))
  (#eq? @_counted "enumerate"))
((for_in_clause
  left: (pattern_list . (_) . (identifier) @local .)
  right: (call function: (identifier) @_counted arguments: (argument_list . (_) @local.iterated)))
  (#eq? @_counted "enumerate"))

; What several names take from a call, one after the other.

(assignment left: (pattern_list . (identifier) @local @local.first) right: (call) @local.value)
(assignment left: (pattern_list . (_) . (identifier) @local @local.second) right: (call) @local.value)

(assignment left: (identifier) @local type: (type) @local.type)
(assignment left: (identifier) @local !type right: (_) @local.value)
(augmented_assignment left: (identifier) @local)
(named_expression name: (identifier) @local value: (_) @local.value)

(with_item
  value: (as_pattern
    (_) @local.value
    alias: (as_pattern_target (identifier) @local)))

(except_clause
  value: (as_pattern
    (_) @local.type
    alias: (as_pattern_target (identifier) @local)))

; Imports, one match a name.

(import_statement
  name: (dotted_name) @import.module) @import

(import_statement
  name: (aliased_import
    name: (dotted_name) @import.module
    alias: (identifier) @import.alias)) @import

(import_from_statement
  module_name: (_) @import.module
  name: (dotted_name) @import.name) @import

(import_from_statement
  module_name: (_) @import.module
  name: (aliased_import
    name: (dotted_name) @import.name
    alias: (identifier) @import.alias)) @import

(import_from_statement
  module_name: (_) @import.module
  (wildcard_import) @import.all) @import

(future_import_statement
  "__future__" @import.module
  name: (dotted_name) @import.name) @import

; Calls.

(call function: (identifier) @callee) @reference.call

(call
  function: (attribute
    object: (_) @object
    attribute: (identifier) @callee)) @reference.call

; Bases. `metaclass=` and its like are values of keyword arguments below.

(class_definition
  superclasses: (argument_list
    [
      (identifier) @callee
      (subscript value: (identifier) @callee)
    ] @reference.inherits))

(class_definition
  superclasses: (argument_list
    [
      (attribute object: (_) @object attribute: (identifier) @callee)
      (subscript value: (attribute object: (_) @object attribute: (identifier) @callee))
    ] @reference.inherits))

; Decorators. One with arguments is its callee.

(decorator
  [
    (identifier) @callee
    (call function: (identifier) @callee)
  ]) @reference.decorator

(decorator
  [
    (attribute object: (_) @object attribute: (identifier) @callee)
    (call function: (attribute object: (_) @object attribute: (identifier) @callee))
  ]) @reference.decorator

; Types. `X | Y` is a union or an operator by what its sides look like.

[
  (type (identifier) @callee @reference.type)
  (generic_type . (identifier) @callee @reference.type)
  (type (binary_operator (identifier) @callee @reference.type))
  (type (subscript (identifier) @callee @reference.type))
  (except_clause value: (identifier) @callee @reference.type)
  (except_clause value: (as_pattern . (identifier) @callee @reference.type))
  (except_clause value: (tuple (identifier) @callee @reference.type))
  (except_clause value: (as_pattern . (tuple (identifier) @callee @reference.type)))
  (class_pattern (dotted_name . (identifier) @callee @reference.type .))
  (raise_statement (identifier) @callee @reference.type)
]

[
  (type (attribute object: (_) @object attribute: (identifier) @callee) @reference.type)
  (type (binary_operator (attribute object: (_) @object attribute: (identifier) @callee) @reference.type))
  (type (subscript value: (attribute object: (_) @object attribute: (identifier) @callee) @reference.type))
  (except_clause value: (attribute object: (_) @object attribute: (identifier) @callee) @reference.type)
  (except_clause
    value: (as_pattern . (attribute object: (_) @object attribute: (identifier) @callee) @reference.type))
  (except_clause
    value: (tuple (attribute object: (_) @object attribute: (identifier) @callee) @reference.type))
  (except_clause
    value: (as_pattern
      . (tuple (attribute object: (_) @object attribute: (identifier) @callee) @reference.type)))
]

; Names used as values.

[
  (call arguments: (argument_list (identifier) @callee @reference.name))
  (keyword_argument value: (identifier) @callee @reference.name)
  (assignment right: (identifier) @callee @reference.name)
  (default_parameter value: (identifier) @callee @reference.name)
  (typed_default_parameter value: (identifier) @callee @reference.name)
  (return_statement (identifier) @callee @reference.name)
  (pair value: (identifier) @callee @reference.name)
  (list (identifier) @callee @reference.name)
  (tuple (identifier) @callee @reference.name)
  (set (identifier) @callee @reference.name)
  (list_splat (identifier) @callee @reference.name)
  (subscript value: (identifier) @callee @reference.name)
  (binary_operator (identifier) @callee @reference.name)
  (comparison_operator (identifier) @callee @reference.name)
  (boolean_operator (identifier) @callee @reference.name)
  (conditional_expression (identifier) @callee @reference.name)
  (not_operator (identifier) @callee @reference.name)
  (if_statement condition: (identifier) @callee @reference.name)
  (for_statement right: (identifier) @callee @reference.name)
  (for_in_clause right: (identifier) @callee @reference.name)
  (interpolation expression: (identifier) @callee @reference.name)
]

[
  (call
    arguments: (argument_list
      (attribute object: (_) @object attribute: (identifier) @callee) @reference.name))
  (keyword_argument
    value: (attribute object: (_) @object attribute: (identifier) @callee) @reference.name)
  (default_parameter
    value: (attribute object: (_) @object attribute: (identifier) @callee) @reference.name)
  (typed_default_parameter
    value: (attribute object: (_) @object attribute: (identifier) @callee) @reference.name)
  (assignment
    right: (attribute object: (_) @object attribute: (identifier) @callee) @reference.name)
  (return_statement
    (attribute object: (_) @object attribute: (identifier) @callee) @reference.name)
  (pair
    value: (attribute object: (_) @object attribute: (identifier) @callee) @reference.name)
  (comparison_operator
    (attribute object: (_) @object attribute: (identifier) @callee) @reference.name)
]

; Functions as values: what names are given, fields, keys, several at once, what is gone through.

(assignment
  left: (identifier) @flow.name
  right: [(identifier) (attribute) (call) (subscript) (list) (dictionary) (tuple) (await) (conditional_expression) (boolean_operator) (parenthesized_expression)] @flow)
(assignment left: (identifier) @flow.name right: (assignment right: [(identifier) (attribute) (call) (subscript) (list) (dictionary) (tuple) (await) (conditional_expression) (boolean_operator) (parenthesized_expression)] @flow))
((call
  function: (attribute object: (identifier) @flow.name attribute: (identifier) @_puts)
  arguments: (argument_list . [(identifier) (attribute)] @flow @flow.element .))
  (#any-of? @_puts "append" "add"))
((call
  function: (attribute
    object: (attribute object: (identifier) @flow.self attribute: (identifier) @flow.name)
    attribute: (identifier) @_puts)
  arguments: (argument_list . [(identifier) (attribute)] @flow @flow.element .))
  (#any-of? @flow.self "self" "cls")
  (#any-of? @_puts "append" "add"))
(assignment left: (pattern_list . (identifier) @flow.name) right: (_) @flow @flow.first)
(assignment left: (pattern_list . (_) . (identifier) @flow.name) right: (_) @flow @flow.second)
(assignment left: (pattern_list . (_) . (_) . (identifier) @flow.name) right: (_) @flow @flow.third)
(assignment left: (subscript value: (identifier) @flow.name subscript: (_) @flow.key) right: (_) @flow)
(named_expression name: (identifier) @flow.name value: (_) @flow)
(for_statement left: (identifier) @flow.name right: (_) @flow @flow.each)
(for_in_clause left: (identifier) @flow.name right: (_) @flow @flow.each)
(default_parameter name: (identifier) @flow.name value: (_) @flow @flow.default)
(typed_default_parameter name: (identifier) @flow.name value: (_) @flow @flow.default)

((assignment
  left: (attribute object: (identifier) @flow.self attribute: (identifier) @flow.name)
  right: [(identifier) (attribute) (call) (subscript) (list) (dictionary) (tuple) (await) (conditional_expression) (boolean_operator) (parenthesized_expression)] @flow)
  (#any-of? @flow.self "self" "cls"))

; What functions give and are given, and what is called that is no name.

(return_statement
  [(expression_list) (identifier) (attribute) (call) (subscript) (list) (dictionary) (tuple) (await) (conditional_expression) (boolean_operator) (parenthesized_expression)] @flow @flow.returned)
(yield . (_) @flow @flow.yielded)

(call
  function: (_) @flow.callee
  arguments: (argument_list [(identifier) (attribute) (call) (list) (dictionary)] @flow) @flow.arguments)

(call
  function: (_) @flow.callee
  arguments: (argument_list
    (keyword_argument
      name: (identifier) @flow.keyword
      value: [(identifier) (attribute) (call) (list) (dictionary)] @flow)))

(call function: [(call) (subscript) (parenthesized_expression)] @flow @flow.called)
