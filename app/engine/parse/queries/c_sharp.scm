; Namespaces. One that is declared for the whole file encloses nothing in the tree.

(namespace_declaration name: (_) @name body: (_) @body) @definition.module
(namespace_declaration name: (_) @package)
(file_scoped_namespace_declaration name: (_) @package)

; Types. A record need not have a body.

(class_declaration name: (identifier) @name body: (_) @body) @definition.class
(struct_declaration name: (identifier) @name body: (_) @body) @definition.class
(record_declaration name: (identifier) @name body: (_)? @body) @definition.class
(interface_declaration name: (identifier) @name body: (_) @body) @definition.interface
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(delegate_declaration name: (identifier) @name) @definition.type

; Methods. An extension belongs to the type of its first parameter.

(method_declaration name: (identifier) @name body: (_)? @body) @definition.method

(method_declaration
  name: (identifier) @name
  parameters: (parameter_list . (parameter (modifier) @_this type: (_) @receiver))
  body: (_) @body
  (#eq? @_this "this")) @definition.method

(constructor_declaration name: (identifier) @name body: (_)? @body) @definition.method
(destructor_declaration name: (identifier) @name body: (_)? @body) @definition.method
(local_function_statement name: (identifier) @name body: (_) @body) @definition.function
(operator_declaration operator: _ @name body: (_)? @body) @definition.method
(conversion_operator_declaration "operator" @name body: (_)? @body) @definition.method
(indexer_declaration "this" @name [accessors: (_) value: (_)] @body) @definition.method

; A property that computes is a method; one that only keeps a value is a field.
(property_declaration name: (identifier) @name value: (arrow_expression_clause) @body) @definition.method
(property_declaration
  name: (identifier) @name
  accessors: (accessor_list (accessor_declaration body: (_))) @body) @definition.method

; Constants.

(enum_member_declaration name: (identifier) @name) @definition.constant

(field_declaration
  (modifier) @_modifier
  (variable_declaration (variable_declarator name: (identifier) @name (_)))
  (#any-of? @_modifier "const" "static")) @definition.constant

; Comments, places to cut at.

(comment) @comment

(compilation_unit (_) @statement)
(declaration_list (_) @statement)
(enum_member_declaration_list (_) @statement)
(block (_) @statement)
(switch_section (_) @statement)

; What binds names.

[
  (lambda_expression)
  (anonymous_method_expression)
  (query_expression)
  (for_statement)
  (foreach_statement)
  (using_statement)
  (catch_clause)
  (switch_section)
  (switch_expression_arm)
] @scope

(if_statement (block) @scope)
(while_statement (block) @scope)
(try_statement (block) @scope)
(block (block) @scope)

(parameter type: (_) @local.type name: (identifier) @local)
(lambda_expression parameters: (implicit_parameter) @local)
(lambda_expression parameters: (parameter_list (parameter !type name: (identifier) @local)))
(from_clause name: (identifier) @local)
(let_clause . (identifier) @local)
(join_clause . (identifier) @local)
(catch_declaration type: (_) @local.type name: (identifier) @local)
(declaration_pattern type: (_) @local.type name: (identifier) @local)
(type_parameter name: (identifier) @local @local.generic)
(type_parameter_constraints_clause
  (identifier) @local @local.generic
  (type_parameter_constraint type: (_) @local.bound))

; Fields bind in their class, as properties do that only keep a value.
((variable_declaration
  type: (_) @local.type
  (variable_declarator name: (identifier) @local))
  (#not-eq? @local.type "var"))

(property_declaration
  type: (_) @local.type
  name: (identifier) @local
  accessors: (accessor_list . (accessor_declaration !body)))

(variable_declaration
  type: (implicit_type)
  (variable_declarator name: (identifier) @local (_) @local.value))

((foreach_statement type: (_) @local.type left: (identifier) @local)
  (#not-eq? @local.type "var"))

(foreach_statement type: (implicit_type) left: (identifier) @local)

((declaration_expression type: (_) @local.type name: (identifier) @local)
  (#not-eq? @local.type "var"))

(declaration_expression type: (implicit_type) name: (identifier) @local)

; Imports.

(using_directive [(identifier) (qualified_name) (alias_qualified_name)] @import.module) @import

; Bases. By convention an interface's name begins with I and another capital.

(class_declaration
  (base_list [(identifier) @callee (generic_name . (identifier) @callee)] @reference.inherits)
  (#not-match? @callee "^I[A-Z]"))

(class_declaration
  (base_list [(identifier) @callee (generic_name . (identifier) @callee)] @reference.implements)
  (#match? @callee "^I[A-Z]"))

(class_declaration
  (base_list (qualified_name qualifier: (_) @object name: (identifier) @callee) @reference.inherits)
  (#not-match? @callee "^I[A-Z]"))

(class_declaration
  (base_list (qualified_name qualifier: (_) @object name: (identifier) @callee) @reference.implements)
  (#match? @callee "^I[A-Z]"))

(record_declaration
  (base_list
    [
      (identifier) @callee
      (generic_name . (identifier) @callee)
      (primary_constructor_base_type type: (identifier) @callee)
    ] @reference.inherits)
  (#not-match? @callee "^I[A-Z]"))

(record_declaration
  (base_list [(identifier) @callee (generic_name . (identifier) @callee)] @reference.implements)
  (#match? @callee "^I[A-Z]"))

(struct_declaration
  (base_list [(identifier) @callee (generic_name . (identifier) @callee)] @reference.implements))

(interface_declaration
  (base_list [(identifier) @callee (generic_name . (identifier) @callee)] @reference.inherits))

; Calls.

(invocation_expression
  function: [(identifier) @callee (generic_name . (identifier) @callee)]) @reference.call

(invocation_expression
  function: (member_access_expression
    expression: _ @object
    name: [(identifier) @callee (generic_name . (identifier) @callee)])) @reference.call

(invocation_expression
  function: (conditional_access_expression
    condition: (_) @object
    (member_binding_expression
      name: [(identifier) @callee (generic_name . (identifier) @callee)]))) @reference.call

(constructor_initializer ["base" "this"] @callee) @reference.call

; A base that is handed arguments, in the header of a class with a constructor there.
(base_list (identifier) @callee . (argument_list)) @reference.construct
(primary_constructor_base_type type: (identifier) @callee) @reference.construct

; `Foo x = new();`
(variable_declaration
  type: [(identifier) @callee (generic_name . (identifier) @callee)]
  (variable_declarator (implicit_object_creation_expression) @reference.construct))
(property_declaration
  type: [(identifier) @callee (generic_name . (identifier) @callee)]
  value: (implicit_object_creation_expression) @reference.construct)

(object_creation_expression
  type: [(identifier) @callee (generic_name . (identifier) @callee)]) @reference.construct

(object_creation_expression
  type: (qualified_name
    qualifier: (_) @object
    name: [(identifier) @callee (generic_name . (identifier) @callee)])) @reference.construct

; Attributes.

(attribute name: (identifier) @callee) @reference.decorator
(attribute name: (qualified_name qualifier: (_) @object name: (identifier) @callee)) @reference.decorator

; Types.

[
  (_ type: (identifier) @callee @reference.type)
  (_ returns: (identifier) @callee @reference.type)
  (_ type: (generic_name . (identifier) @callee @reference.type))
  (_ returns: (generic_name . (identifier) @callee @reference.type))
  (type_argument_list (identifier) @callee @reference.type)
  (type_argument_list (generic_name . (identifier) @callee @reference.type))
  (typeof_expression type: (identifier) @callee @reference.type)
  (as_expression right: (identifier) @callee @reference.type)
  (is_expression right: (identifier) @callee @reference.type)
  (cast_expression type: (identifier) @callee @reference.type)
]

(_
  [type: (qualified_name
    qualifier: (_) @object
    name: [(identifier) @callee (generic_name . (identifier) @callee)])
  returns: (qualified_name
    qualifier: (_) @object
    name: [(identifier) @callee (generic_name . (identifier) @callee)])] @reference.type)

; Names used as values.

[
  (argument (identifier) @callee @reference.name)
  (variable_declarator name: (_) (identifier) @callee @reference.name)
  (assignment_expression right: (identifier) @callee @reference.name)
  (return_statement (identifier) @callee @reference.name)
  (arrow_expression_clause (identifier) @callee @reference.name)
  (binary_expression (identifier) @callee @reference.name)
  (foreach_statement right: (identifier) @callee @reference.name)
]

[
  (argument
    (member_access_expression expression: _ @object name: (identifier) @callee) @reference.name)
  (assignment_expression
    right: (member_access_expression expression: _ @object name: (identifier) @callee) @reference.name)
  (return_statement
    (member_access_expression expression: _ @object name: (identifier) @callee) @reference.name)
  (arrow_expression_clause
    (member_access_expression expression: _ @object name: (identifier) @callee) @reference.name)
  (binary_expression
    (member_access_expression expression: _ @object name: (identifier) @callee) @reference.name)
]

; What no rule could read: how much of it there is tells whether a mended text reads better.

(ERROR) @error
