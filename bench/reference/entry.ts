// The reference of one public name: its signature, its doc comment, its fields and its methods.
import type {
  ClassDeclaration,
  ExpressionWithTypeArguments,
  InterfaceDeclaration,
  Node,
  ParameterDeclaration,
  PropertyAssignment,
  TypeLiteralNode,
  TypeNode,
  VariableDeclaration,
} from "typescript/unstable/ast";
import * as is from "typescript/unstable/ast/is";
import { type Checker, type Symbol as NamedSymbol, NodeBuilderFlags, type Type } from "typescript/unstable/sync";
import type { PublicName } from "./program.js";

/** A doc comment. */
export interface Doc {
  text: string;
  params: string[];
  throws: string[];
  isInternal: boolean;
}

/** A field of a record, an option, a property of a class, or a member of an object. */
export interface FieldRow {
  /** One name, or several of one type with one comment. */
  names: string[];
  /** As the source writes it; empty for a value. */
  type: string;
  value?: string;
  doc: Doc;
}

/** A constructor or a method. */
export interface Method {
  /** The name to search for: `Matcher.match`, `new Matcher`. */
  title: string;
  code: string;
  doc: Doc;
}

export interface Entry {
  name: string;
  isFunction: boolean;
  code: string;
  doc: Doc;
  rows: FieldRow[];
  /** Fields inherited from other public records. */
  inherited: { from: string; names: string[] }[];
  methods: Method[];
}

type WithMembers = InterfaceDeclaration | ClassDeclaration | TypeLiteralNode;
type Parent = Node & { name?: { text: string } };

const NOTHING: Doc = { text: "", params: [], throws: [], isInternal: false };
const LONGEST_LINE = 100;

export function entryOf({ name, symbol, declaration }: PublicName, isPublic: (name: string) => boolean, checker: Checker): Entry {
  const read = new Reader(checker, isPublic);
  const entry: Entry = {
    name,
    isFunction: is.isFunctionDeclaration(declaration),
    code: "",
    doc: docOf(declaration),
    rows: [],
    inherited: [],
    methods: [],
  };
  if (is.isFunctionDeclaration(declaration)) entry.code = read.call(name, declaration);
  else if (is.isVariableDeclaration(declaration)) read.constant(entry, declaration);
  else if (is.isTypeAliasDeclaration(declaration)) {
    const { type } = declaration;
    if (is.isTypeLiteralNode(type)) read.members(entry, type);
    else if (is.isMappedTypeNode(type)) read.mapped(entry, type);
    else if (is.isUnionTypeNode(type) && type.getText().includes(" // ")) read.choices(entry, type);
    else entry.code = `type ${name}${read.parameters(declaration.typeParameters)} = ${read.alias(type)}`;
  } else {
    const record = declaration as InterfaceDeclaration | ClassDeclaration;
    if (record.typeParameters) entry.code = `interface ${name}${read.parameters(record.typeParameters)}`;
    read.members(entry, record);
    read.inherited(entry, record, symbol);
  }
  return entry;
}

class Reader {
  readonly #checker: Checker;
  readonly #isPublic: (name: string) => boolean;

  constructor(checker: Checker, isPublic: (name: string) => boolean) {
    this.#checker = checker;
    this.#isPublic = isPublic;
  }

  /** `name(a: A, b?: B): C`, over several lines if it is long. */
  call(name: string, node: Node): string {
    const { parameters, typeParameters, type } = node as Node & {
      parameters: Iterable<ParameterDeclaration>;
      typeParameters?: Iterable<Node>;
      type?: TypeNode;
    };
    const given = [...parameters].map((parameter) => this.#parameter(parameter));
    const back = is.isConstructorDeclaration(node) ? "" : `: ${type ? plain(type.getText()) : this.#returned(node)}`;
    const head = name + this.parameters(typeParameters);
    const line = `${head}(${given.join(", ")})${back}`;
    return line.length <= LONGEST_LINE ? line : `${head}(\n${given.map((text) => `  ${text},\n`).join("")})${back}`;
  }

  parameters(typeParameters: Iterable<Node> | undefined): string {
    return typeParameters ? `<${[...typeParameters].map((node) => plain(node.getText())).join(", ")}>` : "";
  }

  /** A type as it is written; a type derived from a value is written out. */
  type(node: TypeNode): string {
    const text = plain(node.getText());
    return /\btypeof\b|\bkeyof\b/.test(text) ? this.#written(this.#checker.getTypeFromTypeNode(node)) : text;
  }

  /** What a name stands for, with the line breaks of the source. */
  alias(node: TypeNode): string {
    const written = this.type(node);
    if (written.length <= LONGEST_LINE) return written;
    const source = node.getText();
    if (source.includes("\n")) return source;
    return written
      .split(" | ")
      .map((choice) => `\n  | ${choice}`)
      .join("");
  }

  constant(entry: Entry, { name, type, initializer }: VariableDeclaration) {
    let value = initializer as Node;
    let shown = type;
    while (is.isAsExpression(value) || is.isSatisfiesExpression(value)) {
      if (is.isAsExpression(value) && value.type.getText() !== "const") shown = value.type;
      value = value.expression;
    }
    const typed = shown ? `: ${plain(shown.getText())}` : "";
    if (is.isObjectLiteralExpression(value) && !type) {
      for (const property of value.properties) if (is.isPropertyAssignment(property)) entry.rows.push(this.#property(property));
    } else if (is.isArrayLiteralExpression(value) || is.isStringLiteral(value) || is.isObjectLiteralExpression(value)) {
      entry.code = `const ${entry.name}${typed} = ${plain(value.getText())}`;
    } else entry.code = `const ${entry.name}${typed || `: ${this.#written(this.#checker.getTypeAtLocation(name))}`}`;
  }

  #property(property: PropertyAssignment): FieldRow {
    const { name, initializer } = property;
    // What a function does is not told by its text, nor by that of the call that makes it.
    const value = is.isArrowFunction(initializer) || is.isCallExpression(initializer) ? "" : plain(initializer.getText());
    return { names: [name.getText().replace(/^"(.*)"$/, "$1")], type: "", value, doc: docOf(property) };
  }

  /** A record whose names come from another one: its comment must describe them all. */
  mapped(entry: Entry, node: TypeNode) {
    for (const property of this.#checker.getPropertiesOfType(this.#checker.getTypeFromTypeNode(node) as Type)) {
      this.#row(entry, property.name, this.#written(this.#checker.getTypeOfSymbol(property)), NOTHING, undefined);
    }
  }

  /** Choices of words, with a comment after each. */
  choices(entry: Entry, node: TypeNode) {
    const source = node.getSourceFile().text;
    const text = source.slice(node.pos, source.indexOf("\n", node.end));
    for (const [, word, meaning] of text.matchAll(/("[^"]*");? \/\/ (.*)/g)) {
      entry.rows.push({ names: [word], type: "", doc: { ...NOTHING, text: meaning } });
    }
  }

  members(entry: Entry, node: WithMembers) {
    for (const member of node.members as Iterable<Node>) this.#member(entry, member);
  }

  /** The fields of the records that this one extends: those of public ones by name, others as its own. */
  inherited(entry: Entry, node: InterfaceDeclaration | ClassDeclaration, symbol: NamedSymbol) {
    const bases = [...(node.heritageClauses ?? [])].flatMap(({ types }) => [...types] as ExpressionWithTypeArguments[]);
    if (bases.length === 0 || is.isClassDeclaration(node)) return;
    const own = new Set([...symbol.getMembers().values()].map(({ name }) => name));
    const type = this.#checker.getDeclaredTypeOfSymbol(symbol);
    const from = new Map<string, string[]>();
    for (const property of this.#checker.getPropertiesOfType(type)) {
      if (own.has(property.name)) continue;
      const declaration = property.declarations[0]?.resolve() as Node;
      const owner = ownerOf(declaration);
      if (owner && this.#isPublic(owner)) from.set(owner, [...(from.get(owner) ?? []), property.name]);
      else this.#member(entry, declaration);
    }
    entry.inherited.push(...[...from].map(([name, names]) => ({ from: name, names })));
  }

  #member(entry: Entry, node: Node) {
    const { name, type, questionToken, postfixToken } = node as Node &
      Record<"name" | "questionToken" | "postfixToken", Node | undefined> & { type?: TypeNode };
    const own = name?.getText() ?? "";
    if (/^#|^private /.test(own) || /^private\b/.test(node.getText())) return;
    const doc = docOf(node);
    if (doc.isInternal) return;
    if (is.isConstructorDeclaration(node)) {
      entry.methods.push({ title: `new ${entry.name}`, code: this.call(`new ${entry.name}`, node), doc });
    } else if (is.isMethodDeclaration(node) || is.isMethodSignatureDeclaration(node)) {
      const isStatic = /^static\b/.test(node.getText());
      entry.methods.push({ title: `${entry.name}.${own}`, code: this.call(isStatic ? `${entry.name}.${own}` : own, node), doc });
    } else if (name) {
      const written = type ? this.type(type) : this.#written(this.#checker.getTypeAtLocation(name));
      if (questionToken || postfixToken) {
        this.#row(entry, `${own}?`, written.replace(/ \| undefined$/, "").replace(/^\((\(.*\) => [\w| ]+)\)$/, "$1"), doc, type);
      } else this.#row(entry, own, written, doc, type);
    }
  }

  #row(entry: Entry, name: string, type: string, doc: Doc, node: TypeNode | undefined) {
    const inner = node && (is.isArrayTypeNode(node) ? node.elementType : node);
    const before = entry.rows.at(-1);
    if (inner && is.isTypeLiteralNode(inner) && inner.getText().includes("/**")) {
      const many = inner === node ? "" : "[]";
      entry.rows.push({ names: [name], type: `object${many}`, doc });
      const nested: Entry = { ...entry, rows: [], methods: [] };
      this.members(nested, inner);
      const path = name.replace("?", "");
      entry.rows.push(...nested.rows.map((row) => ({ ...row, names: row.names.map((own) => `${path}${many}.${own}`) })));
    } else if (before && before.type === type && isEmpty(doc) && !isEmpty(before.doc)) before.names.push(name);
    else entry.rows.push({ names: [name], type, doc });
  }

  #parameter(node: ParameterDeclaration): string {
    const { name, type, initializer, questionToken, dotDotDotToken } = node;
    const [, record] = /^([A-Z]\w*)$/.exec(type?.getText() ?? "") ?? [];
    const called = is.isIdentifier(name) ? name.text : !record || record.endsWith("Options") ? "options" : uncapitalised(record);
    const typed = type ? plain(type.getText()) : this.#written(this.#checker.getTypeAtLocation(name));
    if (initializer && (is.isNumericLiteral(initializer) || (is.isStringLiteral(initializer) && initializer.text))) {
      return `${called}: ${typed} = ${initializer.getText()}`;
    }
    const optional = questionToken || initializer;
    return `${dotDotDotToken ? "..." : ""}${called}${optional ? "?" : ""}: ${optional ? typed.replace(/ \| undefined$/, "") : typed}`;
  }

  #returned(node: Node): string {
    const signature = this.#checker.getSignatureFromDeclaration(node);
    return this.#written(signature && this.#checker.getReturnTypeOfSignature(signature));
  }

  #written(type: Type | undefined): string {
    if (!type) return "unknown";
    const { NoTruncation, InTypeAlias, UseAliasDefinedOutsideCurrentScope } = NodeBuilderFlags;
    const text = this.#checker.typeToString(type, undefined, NoTruncation | InTypeAlias | UseAliasDefinedOutsideCurrentScope);
    return text
      .replace(/<ArrayBuffer(Like)?>/g, "")
      .replace(/\{ \w+ \}: ([A-Z]\w*)/g, (_, record: string) => `${uncapitalised(record)}: ${record}`);
  }
}

function uncapitalised(name: string): string {
  return name[0].toLowerCase() + name.slice(1);
}

function isEmpty({ text, params, throws }: Doc): boolean {
  return text === "" && params.length + throws.length === 0;
}

/** The name of the record that a field is declared in. */
function ownerOf(node: Node): string | undefined {
  for (let at = node.parent as Parent | undefined; at; at = at.parent as Parent | undefined)
    if (is.isInterfaceDeclaration(at)) return at.name.text;
  return undefined;
}

/** The doc comment before a declaration. */
function docOf(node: Node): Doc {
  const from = is.isVariableDeclaration(node) ? node.parent.parent : node;
  const before = from.getSourceFile().text.slice(from.pos, from.getStart());
  const comment = /\/\*\*((?:(?!\*\/).)*)\*\/(?:(?!\/\*\*).)*$/s.exec(before)?.[1] ?? "";
  const [text, ...tags] = comment.replace(/^[ \t]*\*? ?/gm, "").split(/(?:^|\s)@(?=[a-z]+\b)/);
  const told = (tag: string) => tags.filter((one) => one.startsWith(`${tag} `)).map((one) => one.slice(tag.length).trim());
  return { text: text.trim(), params: told("param"), throws: told("throws"), isInternal: tags.some((tag) => /^internal\b/.test(tag)) };
}

/** Source text on one line, without its comments. */
function plain(text: string): string {
  return text
    .replace(/\/\*.*?\*\/|\/\/[^\n]*/gs, "")
    .replace(/\s+/g, " ")
    .replace(/([[(<]) /g, "$1")
    .replace(/,? ([\])>])(?!=)/g, "$1")
    .replaceAll(", }", " }")
    .replace(/^\| /, "")
    .trim();
}
