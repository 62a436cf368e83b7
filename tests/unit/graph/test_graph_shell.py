"""Shell scripts: functions, and what a script sources."""

from tests.unit.graph.graph_trees import graph_of, joined, reasons


def test_shell_functions_of_sourced_files():
    graph = graph_of(
        {
            "bin/run.sh": 'source "$(dirname "$0")/lib.sh"\n\nmain() {\n  greet\n  absent\n}\n\nmain\n',
            "bin/lib.sh": "greet() {\n  echo hi\n}\n",
            "other.sh": "absent() {\n  echo no\n}\n",
        }
    )
    assert joined(graph, "calls") == {
        "bin/run.sh::main -> bin/lib.sh::greet",
        "bin/run.sh -> bin/run.sh::main",
    }


def test_shell_scripts_find_what_they_source_in_folders_known_at_run_time():
    graph = graph_of(
        {
            "bin/run": "not shell",
            "bin/run.sh": """
                source "$ROOT/$LIBDIR/core/log.bash"
                . "$(dirname "$0")/../lib/core/stop.bash"
                source "${HERE}/twice.bash"
                source "$1"
                log "a" && stop
                twice
                grep -q a b
            """,
            "lib/core/log.bash": "log() {\n  echo\n}\n",
            "lib/core/stop.bash": "stop() {\n  exit\n}\n",
            "lib/twice.bash": "twice() {\n  echo\n}\n",
            "test/twice.bash": "twice() {\n  echo\n}\n",
        }
    )
    assert joined(graph, "calls") == {
        "bin/run.sh -> lib/core/log.bash::log",
        "bin/run.sh -> lib/core/stop.bash::stop",
    }
    assert reasons(graph, "twice") == ["not defined in scope"]
