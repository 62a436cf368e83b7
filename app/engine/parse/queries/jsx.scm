; JSX. A component in an element is called; lower-case names are the document's own elements.

([
  (jsx_opening_element name: (identifier) @callee)
  (jsx_self_closing_element name: (identifier) @callee)
] @reference.call
  (#match? @callee "^[A-Z]"))

[
  (jsx_opening_element name: (member_expression object: (_) @object property: (property_identifier) @callee))
  (jsx_self_closing_element
    name: (member_expression object: (_) @object property: (property_identifier) @callee))
] @reference.call

(jsx_expression (identifier) @callee @reference.name)

(jsx_expression
  (member_expression object: (_) @object property: (property_identifier) @callee) @reference.name)
