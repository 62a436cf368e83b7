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

(class_heritage (identifier) @callee @reference.inherits)

(class_heritage
  (member_expression
    object: (_) @object
    property: (property_identifier) @callee) @reference.inherits)
