"""What a name means where it stands: by scope, through imports, in a module.

Names are looked up as the language does it, innermost scope first, and a local
name stops the search. Nothing is ever found by its bare name alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from app.engine.graph import imports, rules, traits
from app.engine.graph.choice import Choice
from app.engine.graph.entity import ITSELF, Entity, missing
from app.engine.graph.exports import Exports, Seen, binds
from app.engine.graph.imports.base import Target
from app.engine.graph.index import ANY_PATH, TYPE_LIKE, Index, namespace_key, namespace_keys
from app.engine.graph.model import CALLABLE_KINDS, Import, Symbol
from app.engine.graph.remembered import Remembered
from app.engine.graph.ruby_classes import self_of

Member = Callable[[str, str], Entity]
OwnMembers = Callable[[str, str], list[Symbol]]
Owner = Callable[[Symbol], str]
Receiver = Callable[[str, str], str]
# What a name may stand for where it is looked up.
TYPE, CALLED = "type", "called"
# The scope outside of all others, where a name begins with `::` or a backslash.
ROOT = "::"
# Why a member is not found where a base class is not in the repository.
OUTSIDE_BASE = "perhaps inherited from outside"


class _Stars(NamedTuple):
    """Files that a file includes, directly or not, the nearest first; other targets of its star imports;
    whether any leads out of the repository."""

    included: list[str]
    others: list[Target]
    is_outside: bool


class Names:
    """`member`, `own_members` and `field` find members of a class id by name, `owner` the type that a
    method's receiver names: `classes.py` gives them."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self.member: Member = lambda _class, _name: missing("no such member")
        self.field: Member = self.member
        self.owner: Owner = lambda _method: ""
        # The type of `this` in a scope of a file.
        self.receiver: Receiver = lambda _path, _scope: ""
        self.own_members: OwnMembers = lambda _class, _name: []
        # Whether no class's order is being worked out, on which an answer might depend.
        self.is_settled: Callable[[], bool] = lambda: True
        self._stars: Remembered[str, _Stars] = Remembered(index)
        # (path, name) -> what the file that asks last has found beyond itself.
        self._asked_from = ""
        self._asked: Remembered[tuple[str, str], Entity] = Remembered(index, lambda: self.is_settled())
        self.choice = Choice(index, self)
        self.exports = Exports(index, self)

    def forget(self) -> None:
        """Call it whenever the index has changed."""
        self._stars.forget()
        self._asked.forget()
        self.exports.forget()

    def lookup(self, path: str, scope: str, name: str, wanted: str = "") -> tuple[Entity, str]:
        """What `name` means in a scope of a file, and the scope that binds it. `wanted` is `TYPE` where
        nothing else can stand (`new A`), `CALLED` for what is called: other things do not hide those."""
        if scope == ROOT:
            return self._absolute(path, name), ROOT
        index = self._index
        file = index.files[path]
        language = traits.of(file.language)
        # PHP: what begins with a dollar sign is a variable.
        is_apart = wanted == CALLED and language.functions_apart and not name.startswith("$")
        hidden = {"constant"} if is_apart else set()
        inherited: Entity | None = None
        key = scope
        own = self_of(index, path, scope) if language.modules_are_types else ""
        while True:
            holder = index.symbols.get(key) if key else None
            is_type = holder is not None and index.is_type(holder)
            if not is_type or key == scope or language.bare_members:
                symbols = index.named(path, key, name)
                # A method of an object literal is reached through the object alone.
                unfit = frozenset(("method",)) if wanted == TYPE or not is_type else frozenset()
                if holder and is_type and "" in language.constructors and name == holder.name:
                    # What has the class's name is its constructor: the class is found further out.
                    unfit = CALLABLE_KINDS
                if holder and is_type and language.modules_are_types:
                    # A constant is seen in all that is written inside, a method on its own `self` alone.
                    unfit = CALLABLE_KINDS
                    symbols = index.open_members(holder, name)
                symbols = [s for s in symbols if s.kind not in unfit | hidden]
                if symbols:
                    return self.choice.of(symbols), key
                member_of = key if not language.modules_are_types else own if key == own.strip(ITSELF) else ""
                if is_type and language.bare_members and member_of:
                    found = self._bare_member(member_of, name, wanted, is_apart)
                    if found.found:
                        return found, key
                    inherited = found if found.value == OUTSIDE_BASE else inherited
            if holder and holder.kind == "module" and language.open_namespaces:
                for package in namespace_keys(language.family, holder):
                    shared = index.in_package(package, name)
                    if shared:
                        return self.choice.of(shared, "same-package"), key
            for imported in index.bound[path].get(key, {}).get(name, ()):
                if binds(imported, language):
                    found = self.follow(path, imported)
                    if found.found or imported is index.bound[path][key][name][-1]:
                        return found, key
            if not is_type and not is_apart and name in index.locals[path].get(key, ()):
                return Entity("local", name), key
            if holder and not is_type and language.bare_members:
                owner = self.owner(holder) if holder.receiver and language.receiver_is_self else ""
                if owner:
                    found = self._bare_member(owner, name, wanted, is_apart)
                    found = found if found.found else self._around(owner, name)
                    if found.found:
                        return found, key
                    inherited = found if found.value == OUTSIDE_BASE else inherited
            if holder is None and wanted != TYPE and "this" in file.locals.get(key, ()) and language.extends:
                # A function with a `this` of its own: its members come before what is around it.
                owner = self.receiver(path, key)
                if not owner:
                    outer, bound = self.lookup(path, file.scopes.get(key, ""), name, wanted)
                    known = outer.kind != "symbol" or index.symbols[outer.value].kind in TYPE_LIKE
                    return (outer if known else missing("whose `this` is not known")), bound
                found = self._bare_member(owner, name, wanted, is_apart)
                if found.found or found.value != "no such member":
                    return found, key
            if key == "":
                break
            key = file.scopes.get(key, "")
        found = self._beyond(path, name)
        return (inherited if inherited and found.kind == "missing" else found), ""

    def _around(self, owner: str, name: str) -> Entity:
        """A name of the namespaces that a type stands in, seen by a member that is written outside of it."""
        module: Symbol | None = self._index.symbols[owner]
        while module is not None:
            language = traits.of(self._index.files[module.path].language)
            if module.kind == "module" and language.open_namespaces:
                for package in namespace_keys(language.family, module):
                    shared = self._index.in_package(package, name)
                    if shared:
                        return self.choice.of(shared, "same-package")
            module = self._index.symbols.get(module.parent)
        return missing("not defined in scope")

    def follow(self, path: str, imported: Import, seen: Seen = frozenset()) -> Entity:
        """What an import's local name stands for."""
        target = self._index.resolver(path).bind(path, imported)
        if target is None:
            return missing("import not found")
        return self.at(path, target, seen)

    def at(self, path: str, target: Target, seen: Seen = frozenset()) -> Entity:
        """What a target names, as seen from `path`, which tells the ecosystem of what is outside."""
        if target.external:
            family = traits.of(self._index.files[path].language).family
            return Entity("external", f"{family}:{target.external}", "external")
        if not target.name or target.name == "*":
            return Entity("module", target.module, "import")
        head, _, rest = target.name.partition(".")
        found = self.exports.of(target.module, head, seen)
        if not found.found and "!" in target.module:
            extensions = self._index.extensions(target.module, head)
            found = self.choice.of(extensions, "import") if extensions else found
        for part in rest.split(".") if rest else ():
            found = self.inside(found, part)
        return found

    def inside(self, entity: Entity, name: str) -> Entity:
        """A name reached through a module, namespace or type."""
        if entity.kind == "module":
            found = self.exports.of(entity.value, name)
            # CommonJS: what a module is set to (`module.exports = f`) has members of its own.
            whole = found if found.found or name == "default" else self.exports.of(entity.value, "default")
            if found.found or whole.kind == "missing" or whole.value == entity.value:
                return found
            return self.inside(whole, name)
        if entity.kind == "external":
            return entity
        if entity.kind in ("symbol", "instance"):
            symbol = self._index.symbols[entity.value]
            self._index.touched.add(symbol.path)
            if entity.kind == "instance" or self._index.is_type(symbol):
                language = traits.of(self._index.files[symbol.path].language)
                is_itself = entity.kind == "symbol" and language.modules_are_types
                found = self.member(symbol.id + ITSELF if is_itself else symbol.id, name)
                # Kotlin: what a companion holds is a member of its class.
                return entity if name == "Companion" and not found.found else found
            inner = self.own_members(symbol.id, name)
            if not inner and symbol.kind == "module":
                found = self.exports.let_out(symbol, name)
                if found.found:
                    return found
            language = traits.of(self._index.files[symbol.path].language)
            if not inner and symbol.kind == "module" and language.open_namespaces:
                inner = self._index.in_package(namespace_key(language.family, symbol), name)
            return self.choice.of(inner, "class-member") if inner else missing("no such member")
        return self.assigned(entity, name) if entity.kind == "variable" else entity

    def assigned(self, variable: Entity, name: str) -> Entity:
        """A function that a file puts into a variable of its own: `app.use = function () {}`."""
        path, _, receiver = variable.value.rpartition("::")
        self._index.touched.add(path)
        family = traits.of(self._index.files[path].language).family
        symbols = [s for s in self._index.received(family, receiver) if s.path == path and s.name == name]
        return self.choice.of(symbols, "self-member") if symbols else missing("type of receiver not known")

    def qualified(self, path: str, parts: list[str], is_absolute: bool = False) -> Entity:
        """A full name used without an import (`a.b.C`), where a language allows it."""
        resolver = self._index.resolver(path)
        if resolver.loads_by_path:
            self._index.touched.add(ANY_PATH)
        led = resolver.absolute if is_absolute else resolver.autoload
        for target in led(path, ".".join(parts)):
            found = self.at(path, target)
            if found.found:
                return found._replace(rule=rules.weaker(found.rule, "autoload"))
        return missing("not defined in scope")

    def _absolute(self, path: str, name: str) -> Entity:
        """A name at the top of all, wherever it is used."""
        for target in self._index.resolver(path).absolute(path, name):
            found = self.at(path, target)
            if found.found:
                return found._replace(rule=rules.weaker(found.rule, "same-package"))
        return missing("not defined in scope")

    def whole(self, entity: Entity) -> Entity:
        """What a JavaScript module is, where it is one thing: it is called or constructed by its name."""
        seen: set[str] = set()
        # One may be no more than another: `module.exports = require("./lib")`.
        while entity.kind == "module" and entity.value not in seen:
            seen.add(entity.value)
            file = self._index.files.get(entity.value)
            if file is None or traits.of(file.language).family != "javascript":
                return missing("a module is called")
            entity = self.exports.of(entity.value, "default")
        return entity

    def _bare_member(self, owner: str, name: str, wanted: str, is_apart: bool) -> Entity:
        """A member that a method of its class names without a receiver."""
        member = self.member(owner, name)
        if member.kind == "symbol":
            held = self._index.symbols.get(self._index.symbols[member.value].parent)
            language = traits.of(self._index.files[self._index.symbols[member.value].path].language)
            if "" in language.constructors and held is not None and held.name == name:
                return missing("no such member")
        if wanted == TYPE and member.found and self._index.symbols[member.value].kind == "method":
            return missing("no such member")
        if member.found or is_apart or wanted == TYPE:
            return member
        field = self.field(owner.removesuffix(ITSELF), name)
        return field if field.found else member

    def _beyond(self, path: str, name: str) -> Entity:
        """Names that a file sees without binding them: star imports, its package, what loads by name.
        A file names the same things over and over, so the answers are kept while it is being linked."""
        if path != self._asked_from:
            self._asked_from = path
            self._asked.forget()
        return self._asked.ask((path, name), lambda: self._found_beyond(path, name))

    def _found_beyond(self, path: str, name: str) -> Entity:
        index = self._index
        resolver = index.resolver(path)
        for module in resolver.implicit(path):
            found = self.exports.of(module, name)
            if found.kind == "symbol" and not resolver.reaches(path, module, index.symbols[found.value]):
                continue
            if found.found:
                return found._replace(rule=rules.weaker(found.rule, "same-package"))
        stars = self._star_imports(path)
        for module in stars.included:
            found = self.exports.own(module, name, frozenset())
            if found.found and found.kind != "external":
                return found._replace(rule=rules.weaker(found.rule, "star-import"))
        for target in stars.others:
            found = self.exports.from_star(path, target, name, frozenset())
            if found.found and found.kind != "external":
                return found._replace(rule=rules.weaker(found.rule, "star-import"))
        for imported in index.files[path].imports if resolver.names_itself else ():
            if resolver.own_name(path, imported) == name:
                return self.at(path, Target(resolver.resolve(path, imported)[0].module))
        for target in resolver.autoload(path, name):
            found = self.at(path, target)
            if found.found:
                return found._replace(rule=rules.weaker(found.rule, "autoload"))
        if imports.language(index.files[path].language).is_builtin(name):
            return missing("built in")
        return missing("perhaps from a star import outside" if stars.is_outside else "not defined in scope")

    def _star_imports(self, path: str) -> _Stars:
        """What a file takes everything from."""
        return self._stars.ask(path, lambda: self._found_stars(path))

    def _found_stars(self, path: str) -> _Stars:
        language = traits.of(self._index.files[path].language)
        included: dict[str, None] = {}
        others: list[Target] = []
        is_outside = False
        waiting = deque([path])
        while waiting:
            file = self._index.files[waiting.popleft()]
            for imported in self._index.imports_of(path) if file.path == path else file.imports:
                if imported.name != "*" or not binds(imported, language):
                    continue
                for target in self._index.resolver(path).resolve(file.path, imported):
                    is_outside |= bool(target.external) and file.path == path
                    if not language.includes or target.module not in self._index.files:
                        others += [target] if file.path == path and target.module else []
                    elif target.module not in included and target.module != path:
                        included[target.module] = None
                        waiting.append(target.module)
        others = list(dict.fromkeys(others))
        self._index.touched |= included.keys()
        return _Stars(list(included), others, is_outside)
