; inherits: ecmascript, jsx

(field_definition
  property: [(property_identifier) (private_property_identifier)] @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
  ]) @definition.method

(class_body
  (field_definition
    "static"
    property: [(property_identifier) (private_property_identifier)] @name) @definition.constant)

(export_statement
  decorator: (decorator)
  declaration: (class_declaration name: (_) @name body: (_) @body)) @definition.class

(formal_parameters (identifier) @local)
(variable_declarator name: (identifier) @local value: (_) @local.value)

(call_expression
  function: [(identifier) (member_expression)] @local.callee
  arguments: (arguments
    [
      (arrow_function parameters: (formal_parameters (identifier) @local))
      (function_expression parameters: (formal_parameters (identifier) @local))
    ]) @local.arguments)

(new_expression
  constructor: (identifier) @local.callee
  arguments: (arguments
    [
      (arrow_function parameters: (formal_parameters (identifier) @local))
      (function_expression parameters: (formal_parameters (identifier) @local))
    ]) @local.arguments)

(class_heritage (identifier) @callee @reference.inherits)

(class_heritage
  (member_expression
    object: (_) @object
    property: (property_identifier) @callee) @reference.inherits)
