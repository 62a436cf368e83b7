; Functions.

(function_definition name: (word) @name body: (_) @body) @definition.function

; Variables of the script itself, and those it exports or makes read-only.

(program (variable_assignment name: (variable_name) @name) @definition.constant)
(program (declaration_command (variable_assignment name: (variable_name) @name)) @definition.constant)
(program
  (list (variable_assignment name: (variable_name) @name) @definition.constant))

; Comments, places to cut at.

(comment) @comment

(program (_) @statement)
(compound_statement (_) @statement)
(subshell (_) @statement)
(do_group (_) @statement)
(if_statement (_) @statement)
(else_clause (_) @statement)
(elif_clause (_) @statement)
(case_statement (case_item) @statement)
(case_item (_) @statement)

; What binds names. An assignment in a function binds one of the script, unless it is declared.

((declaration_command
  ["local" "declare" "typeset"]
  (variable_assignment name: (variable_name) @local)))

(declaration_command
  ["local" "declare" "typeset"]
  (variable_name) @local)

(for_statement variable: (variable_name) @local)

; Imports.

((command
  name: (command_name) @_source
  .
  argument: (_) @import.module) @import
  (#any-of? @_source "source" "."))

; Calls: every command may be a function.

((command name: (command_name (word) @callee)) @reference.call
  (#match? @callee "^[A-Za-z_][A-Za-z0-9_:.-]*$")
  (#not-match? @callee
    "^(source|\\.|:|\\[|echo|printf|cd|set|shift|exit|return|read|test|true|false|trap|eval|exec|wait|fi|done|esac|then|do|else)$"))

; Functions handed to what calls them.

((command
  name: (command_name) @_runs
  .
  argument: (word) @callee) @reference.name
  (#any-of? @_runs "trap" "command" "type"))

; Variables; `$1` and its like are parameters.

([
  (simple_expansion (variable_name) @callee)
  (expansion (variable_name) @callee)
] @reference.name
  (#match? @callee "^[A-Za-z_]"))
