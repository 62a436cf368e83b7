/**
 * What the TypeScript compiler's checker says of every call and import of a folder: `node typescript.mjs FOLDER`
 * prints one JSON record a line, {path, line, name, kind, targets, outside}.
 *
 * kind "call": calls, `new`, tagged templates and JSX elements of components, at the callee's last name.
 * kind "import": every imported and re-exported name, and under the name "" the module that it comes from.
 * A target is [path, line of the defined name]; line 0 is the file itself. Any one of the targets is right: the
 * overloads of a function, the members of a union, a variable and the function that it holds.
 * `outside` says that it leads out of the folder. With neither, the checker does not know a definition:
 * a parameter is called, or a value of type any. Calls in decorators are left out, they are no calls of the graph.
 */

import ts from "typescript";

/** @typedef {{path: string, line: number, name: string, kind: "call" | "import", targets: [string, number][], outside: boolean}} Answer */

const ENDINGS = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"];
/** How many variables that hold other variables are followed. */
const DEPTH = 8;

/** @param {string} root */
function options(root) {
  const place = `${root}/tsconfig.json`;
  const written = ts.sys.fileExists(place)
    ? ts.parseJsonConfigFileContent(ts.readConfigFile(place, ts.sys.readFile).config, ts.sys, root).options
    : {};
  return {
    ...written,
    allowJs: true,
    jsx: ts.JsxEmit.Preserve,
    lib: ["lib.esnext.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    noEmit: true,
    resolveJsonModule: true,
    strict: true,
    target: ts.ScriptTarget.ESNext,
    types: [],
  };
}

class Oracle {
  /** @param {string} root */
  constructor(root) {
    this.root = root;
    const files = ts.sys.readDirectory(root, ENDINGS, ["**/node_modules"]);
    this.program = ts.createProgram(files, options(root));
    this.checker = this.program.getTypeChecker();
  }

  /** @returns {Answer[]} */
  answers() {
    /** @type {Answer[]} */
    const found = [];
    for (const file of this.program.getSourceFiles()) {
      if (this.pathOf(file) === undefined) continue;
      /** @param {ts.Node} node */
      const visit = (node) => {
        found.push(...this.imports(node));
        const callee = calleeOf(node);
        if (callee) found.push(this.call(/** @type {ts.CallLikeExpression} */ (node), callee));
        ts.forEachChild(node, visit);
      };
      ts.forEachChild(file, visit);
    }
    return found;
  }

  /** The path of a file in the folder, undefined for the libraries.
   * @param {ts.SourceFile} file */
  pathOf(file) {
    return file.fileName.startsWith(`${this.root}/`) ? file.fileName.slice(this.root.length + 1) : undefined;
  }

  /** @param {"call" | "import"} kind @param {ts.Node} at @param {string} name @param {ts.Node[]} definitions
   * @param {boolean} outside @returns {Answer} */
  answer(kind, at, name, definitions, outside) {
    /** @type {Map<string, [string, number]>} */
    const targets = new Map();
    for (const definition of definitions) {
      const path = this.pathOf(definition.getSourceFile());
      if (path === undefined) outside = true;
      else targets.set(`${path}:${lineOf(definition)}`, [path, lineOf(definition)]);
    }
    const path = /** @type {string} */ (this.pathOf(at.getSourceFile()));
    const inside = [...targets.values()];
    return { path, line: lineOf(at), name, kind, targets: inside, outside: outside && !inside.length };
  }

  /** @param {ts.CallLikeExpression} node @param {ts.Expression | ts.JsxTagNameExpression} callee */
  call(node, callee) {
    const at = lastName(callee);
    const symbol = this.symbolAt(at);
    const declaration = this.checker.getResolvedSignature(node)?.declaration;
    /** @type {ts.Node[]} */
    const definitions = [];
    if (declaration && ts.isConstructorDeclaration(declaration)) {
      // A construction is a call of the constructor that runs, not of the class that is named.
      definitions.push(...declaration.parent.members.filter(ts.isConstructorDeclaration));
    } else if (at.kind === ts.SyntaxKind.SuperKeyword) {
      definitions.push(...this.definitions(this.checker.getTypeAtLocation(at).symbol));
    } else {
      definitions.push(...this.definitions(symbol), ...this.ofLiteral(callee));
      const named = declaration && nameOfFunction(declaration);
      // A function's type, written where it is taken, is no function.
      if (named) definitions.push(named);
      else if (declaration && this.pathOf(declaration.getSourceFile()) === undefined)
        definitions.push(declaration);
    }
    return this.answer("call", at, nameOf(at), definitions, this.leadsOut(callee));
  }

  /** The method of an object literal that is kept in a constant: it runs, whatever type is written there.
   * @param {ts.Node} callee @returns {ts.Node[]} */
  ofLiteral(callee) {
    if (!ts.isPropertyAccessExpression(callee)) return [];
    return (this.symbolAt(lastName(callee.expression))?.declarations ?? []).flatMap((declaration) => {
      const value = ts.isVariableDeclaration(declaration) && declaration.initializer;
      if (
        !value ||
        !ts.isObjectLiteralExpression(value) ||
        !(declaration.parent.flags & ts.NodeFlags.Const)
      ) {
        return [];
      }
      const member = value.properties.find((property) => property.name?.getText() === callee.name.text);
      return member ? this.definition(member, DEPTH) : [];
    });
  }

  /** Whether an expression begins with what comes from a module that is not in the folder.
   * @param {ts.Node} node @returns {boolean} */
  leadsOut(node) {
    let first = node;
    for (let inner = innerOf(first); inner; inner = innerOf(first)) first = inner;
    if (ts.isCallExpression(first) && isRequire(first)) return !this.moduleOf(first.arguments[0]);
    const declarations = this.checker.getSymbolAtLocation(first)?.declarations ?? [];
    return declarations.some((declaration) => {
      const module = moduleNamed(declaration);
      return module !== undefined && isBare(module) && !this.moduleOf(module);
    });
  }

  /** @param {ts.Node | undefined} specifier @returns {ts.SourceFile | undefined} */
  moduleOf(specifier) {
    const symbol = specifier && this.checker.getSymbolAtLocation(specifier);
    const file = symbol?.declarations?.find(ts.isSourceFile);
    return file && this.pathOf(file) !== undefined ? file : undefined;
  }

  /** What a name stands for, behind all imports and re-exports.
   * @param {ts.Node} node */
  symbolAt(node) {
    return this.unaliased(this.checker.getSymbolAtLocation(node));
  }

  /** @param {ts.Symbol | undefined} symbol */
  unaliased(symbol) {
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }

  /** The names of the functions and classes that a symbol may be.
   * @param {ts.Symbol | undefined} symbol @returns {ts.Node[]} */
  definitions(symbol, depth = DEPTH) {
    if (!symbol || !depth) return [];
    return (symbol.declarations ?? []).flatMap((declaration) => this.definition(declaration, depth));
  }

  /** @param {ts.Declaration} declaration @param {number} depth @returns {ts.Node[]} */
  definition(declaration, depth) {
    if (this.pathOf(declaration.getSourceFile()) === undefined) return [declaration];
    if (ts.isSourceFile(declaration)) return [];
    const named = nameOfFunction(declaration);
    if (named) return [named];
    if (ts.isShorthandPropertyAssignment(declaration)) {
      const symbol = this.checker.getShorthandAssignmentValueSymbol(declaration);
      return this.definitions(this.unaliased(symbol), depth - 1);
    }
    if (ts.isPropertySignature(declaration)) {
      return declaration.type && ts.isFunctionTypeNode(declaration.type) ? [declaration.name] : [];
    }
    if (ts.isExportAssignment(declaration)) return this.held(declaration.expression, depth);
    const value = valueOf(declaration);
    const held = value ? this.held(value, depth) : [];
    // What a module keeps in a variable is a definition of its own, if it is not what a package gives.
    const isKept =
      ts.isVariableDeclaration(declaration) &&
      declaration.initializer &&
      ts.isSourceFile(declaration.parent.parent.parent) &&
      !(moduleNamed(declaration) && this.leadsOut(declaration.name));
    return isKept ? [declaration.name, ...held] : held;
  }

  /** The functions that an expression is, or names.
   * @param {ts.Expression} value @param {number} depth @returns {ts.Node[]} */
  held(value, depth) {
    const inner = plain(value);
    const named = nameOfFunction(inner);
    if (named) return [named];
    if (!ts.isIdentifier(inner) && !ts.isPropertyAccessExpression(inner)) return [];
    return this.definitions(this.symbolAt(lastName(inner)), depth - 1);
  }

  /** The records of an import or export statement, of `require` and of `import()`.
   * @param {ts.Node} node @returns {Answer[]} */
  imports(node) {
    if (ts.isImportDeclaration(node)) {
      const { name, namedBindings } = node.importClause ?? {};
      const named = namedBindings && ts.isNamedImports(namedBindings) ? [...namedBindings.elements] : [];
      return [
        this.module(node, node.moduleSpecifier),
        ...(name ? [this.imported(node, name, "default", node.moduleSpecifier)] : []),
        ...named.map((element) => this.element(node, element, node.moduleSpecifier)),
      ];
    }
    if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
      const specifier = node.moduleSpecifier;
      const clause = node.exportClause;
      const named = clause && ts.isNamedExports(clause) ? [...clause.elements] : [];
      return [
        this.module(node, specifier),
        ...named.map((element) => this.element(node, element, specifier)),
      ];
    }
    if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) {
      return [this.module(node, node.moduleReference.expression)];
    }
    if (!ts.isCallExpression(node) || !ts.isStringLiteralLike(node.arguments[0] ?? node)) return [];
    if (!isRequire(node) && node.expression.kind !== ts.SyntaxKind.ImportKeyword) return [];
    const specifier = node.arguments[0];
    // `require("m").name`
    const member = ts.isPropertyAccessExpression(node.parent) ? node.parent.name : undefined;
    const value = ts.isAwaitExpression(node.parent) || member ? node.parent : node;
    const declaration = value.parent;
    const taken =
      ts.isVariableDeclaration(declaration) && ts.isObjectBindingPattern(declaration.name) && !member
        ? declaration.name.elements.filter((element) => ts.isIdentifier(element.propertyName ?? element.name))
        : [];
    // What is taken may begin on a line above the call.
    const at = ts.isVariableDeclaration(declaration) ? declaration : node;
    return [
      this.module(node, specifier),
      ...(lineOf(at) === lineOf(node) ? [] : [this.module(at, specifier)]),
      ...(member ? [this.imported(at, member, member.text, specifier)] : []),
      ...taken.map((element) => {
        const name = /** @type {ts.Identifier} */ (element.propertyName ?? element.name);
        return this.imported(at, element.name, name.text, specifier);
      }),
    ];
  }

  /** @param {ts.Node} at @param {ts.ImportSpecifier | ts.ExportSpecifier} element @param {ts.Expression} specifier */
  element(at, element, specifier) {
    return this.imported(at, element.name, (element.propertyName ?? element.name).text, specifier);
  }

  /** @param {ts.Node} at @param {ts.Expression} specifier */
  module(at, specifier) {
    const file = this.moduleOf(specifier);
    return this.answer("import", at, "", file ? [file] : [], !file && isBare(specifier));
  }

  /** @param {ts.Node} at @param {ts.Node} local @param {string} name @param {ts.Expression} specifier */
  imported(at, local, name, specifier) {
    const bound = this.symbolAt(local);
    const module = this.checker.getSymbolAtLocation(specifier);
    // What is taken out of `await import()` is a variable to the checker.
    const symbol =
      module && bound?.declarations?.some(ts.isBindingElement)
        ? this.unaliased(this.checker.tryGetMemberInModuleExports(name, module))
        : bound;
    const names = (symbol?.declarations ?? []).map((declaration) =>
      this.pathOf(declaration.getSourceFile()) === undefined || ts.isSourceFile(declaration)
        ? declaration
        : (ts.getNameOfDeclaration(declaration) ?? declaration),
    );
    const definitions = [...names, ...this.definitions(symbol)];
    return this.answer("import", at, name, definitions, !this.moduleOf(specifier) && isBare(specifier));
  }
}

/** What a node calls, undefined where it calls nothing.
 * @param {ts.Node} node @returns {ts.Expression | ts.JsxTagNameExpression | undefined} */
function calleeOf(node) {
  if (ts.isDecorator(node.parent)) return undefined;
  if (ts.isCallExpression(node)) {
    const callee = plain(node.expression);
    return callee.kind === ts.SyntaxKind.ImportKeyword || isRequire(node) ? undefined : callee;
  }
  if (ts.isNewExpression(node)) return plain(node.expression);
  if (ts.isTaggedTemplateExpression(node)) return plain(node.tag);
  if (!ts.isJsxOpeningElement(node) && !ts.isJsxSelfClosingElement(node)) return undefined;
  const isComponent = ts.isPropertyAccessExpression(node.tagName) || /^[A-Z]/.test(node.tagName.getText());
  return isComponent ? node.tagName : undefined;
}

/** An expression without brackets and assertions around it.
 * @param {ts.Expression} node @returns {ts.Expression} */
function plain(node) {
  const isAround =
    ts.isParenthesizedExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node);
  return isAround ? plain(node.expression) : node;
}

/** What stands before the last step of a chain.
 * @param {ts.Node} node @returns {ts.Node | undefined} */
function innerOf(node) {
  if (ts.isCallExpression(node) && isRequire(node)) return undefined;
  const isStep =
    ts.isPropertyAccessExpression(node) ||
    ts.isElementAccessExpression(node) ||
    ts.isCallExpression(node) ||
    ts.isNewExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isAwaitExpression(node);
  return isStep ? node.expression : undefined;
}

/** The last name of a callee, or the callee where it ends in none.
 * @param {ts.Node} callee */
function lastName(callee) {
  if (ts.isPropertyAccessExpression(callee)) return callee.name;
  return ts.isElementAccessExpression(callee) ? callee.argumentExpression : callee;
}

/** @param {ts.Node} node */
function nameOf(node) {
  if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node) || ts.isStringLiteralLike(node)) return node.text;
  return node.kind === ts.SyntaxKind.SuperKeyword ? "super" : "";
}

/** The name that a function or class has or is bound to.
 * @param {ts.Node} node @returns {ts.Node | undefined} */
function nameOfFunction(node) {
  if (ts.isConstructorDeclaration(node)) return node;
  const isFunction =
    ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isMethodSignature(node);
  if (isFunction || ts.isClassDeclaration(node)) return node.name ?? node;
  if (!ts.isFunctionExpression(node) && !ts.isArrowFunction(node) && !ts.isClassExpression(node)) {
    return undefined;
  }
  /** @type {ts.Node} */
  let around = node.parent;
  while (ts.isParenthesizedExpression(around)) around = around.parent;
  if (ts.isPropertyDeclaration(around)) return around.name;
  if (ts.isExportAssignment(around)) return around;
  return ts.getNameOfDeclaration(node);
}

/** What a declaration gives to its name.
 * @param {ts.Node} node @returns {ts.Expression | undefined} */
function valueOf(node) {
  if (ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node)) {
    return node.initializer;
  }
  // In JavaScript an assignment declares: `exports.f = f`.
  const assignment = ts.isBinaryExpression(node) ? node : node.parent;
  return ts.isBinaryExpression(assignment) && assignment.operatorToken.kind === ts.SyntaxKind.EqualsToken
    ? assignment.right
    : undefined;
}

/** The module that a declaration takes a name from.
 * @param {ts.Node} node @returns {ts.Expression | undefined} */
function moduleNamed(node) {
  for (let around = node; around && !ts.isSourceFile(around); around = around.parent) {
    if (ts.isImportDeclaration(around) || ts.isExportDeclaration(around)) return around.moduleSpecifier;
    if (ts.isImportEqualsDeclaration(around)) {
      return ts.isExternalModuleReference(around.moduleReference)
        ? around.moduleReference.expression
        : undefined;
    }
    if (ts.isVariableDeclaration(around)) {
      /** @type {ts.Node | undefined} */
      let value = around.initializer;
      for (let inner = value && innerOf(value); inner; inner = innerOf(inner)) value = inner;
      return value && ts.isCallExpression(value) && isRequire(value) ? value.arguments[0] : undefined;
    }
    if (ts.isStatement(around)) return undefined;
  }
  return undefined;
}

/** @param {ts.CallExpression} node */
function isRequire(node) {
  return (
    ts.isIdentifier(node.expression) && node.expression.text === "require" && node.arguments.length === 1
  );
}

/** Whether a module is named as a package is.
 * @param {ts.Node} specifier */
function isBare(specifier) {
  return ts.isStringLiteralLike(specifier) && !/^[./#]/.test(specifier.text);
}

/** @param {ts.Node} node */
function lineOf(node) {
  if (ts.isSourceFile(node)) return 0;
  return node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1;
}

const root = ts.sys.resolvePath(ts.sys.args[0]);
for (const answer of new Oracle(root).answers()) ts.sys.write(`${JSON.stringify(answer)}\n`);
