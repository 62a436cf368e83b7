"""How well what a question asks for is found: packages, questions, rankers and measures of `retrieval`."""
