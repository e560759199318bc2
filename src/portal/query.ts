// Query: the part of the search language that clients use: field:value, "phrases", words, word*, AND, OR, NOT, -, parentheses, and weights, which are ignored.
import { badInput } from "./refusal.js";
import { shownOrMissing } from "./show.js";

/** The values of a field of a thing that is searched, compared without regard to case: whole if `exact`, else word by word. */
export interface Field<T> {
  values: (thing: T) => readonly (string | null | undefined)[];
  exact?: boolean;
}

/** What can be searched: the fields by their lower-case names, and the names of those in which words without a field are looked for. */
export interface Searchable<T> {
  fields: Readonly<Record<string, Field<T>>>;
  words: readonly string[];
}

type Test<T> = (thing: T) => boolean;
type Token = { kind: "(" | ")" | "AND" | "OR" | "NOT" } | { kind: "field"; name: string } | { kind: "text"; text: string; quoted: boolean };

const QUERY_LENGTH = 4000;
/** Most words of a query that are looked for in texts. Each is compared with every text of every thing, and meanwhile no other request is answered. */
const QUERY_WORDS = 100;
const QUERY_DEPTH = 20;

/** The query as a test. A blank query and `*` accept everything. @throws Refusal 400 naming what cannot be understood. */
export function compileQuery<T>(parameter: string, query: string | undefined, searchable: Searchable<T>): Test<T> {
  const text = query?.trim() ?? "";
  if (text === "") return () => true;
  if (text.length > QUERY_LENGTH) throw badInput(`${parameter} has ${text.length} characters; at most ${QUERY_LENGTH} are allowed.`);
  return new Parser(parameter, [...tokens(parameter, text)], searchable).query();
}

function* tokens(parameter: string, text: string): Generator<Token> {
  // A sign, a parenthesis, a phrase (with or without its closing quote), a field's name with its colon, or a word. Escapes are resolved later.
  const pattern = /\s*(?:(&&|\|\||[()])|([-+!])(?=\S)|"((?:[^"\\]|\\.)*)("?)|([A-Za-z]+)\s*:|((?:[^\s()"\\]|\\.)+|\\))\s*/suy;
  while (pattern.lastIndex < text.length) {
    // It matches everywhere: what is nothing else is a word.
    const [, sign, prefix, phrase, closing, field, word] = pattern.exec(text)!;
    if (phrase !== undefined && closing === "")
      throw badInput(`${parameter} has an opening quotation mark without a closing one: ${shownOrMissing(`"${phrase}`)}.`);
    if (phrase !== undefined) yield { kind: "text", text: unescaped(phrase), quoted: true };
    else if (field !== undefined) {
      yield { kind: "field", name: field.toLowerCase() };
      // A bare value may have colons and signs of its own: url:https://…
      const value = /[^\s()"]+/uy;
      value.lastIndex = pattern.lastIndex;
      const bare = value.exec(text)?.[0];
      if (bare !== undefined) {
        pattern.lastIndex = value.lastIndex;
        yield { kind: "text", text: plainWord(parameter, bare, field.toLowerCase()), quoted: false };
      }
    } else if (sign !== undefined) yield { kind: sign === "&&" ? "AND" : sign === "||" ? "OR" : (sign as "(" | ")") };
    else if (prefix !== undefined) {
      if (prefix !== "+") yield { kind: "NOT" };
    } else if (word === "AND" || word === "OR" || word === "NOT") yield { kind: word };
    else if (word !== undefined && !/^\^[\d.]+$/.test(word)) yield { kind: "text", text: plainWord(parameter, word), quoted: false };
  }
}

/**
 * A word, or the unquoted value of a field, without its weight (`roads^2`), which is only about the order of results.
 * @throws Refusal for a fuzzy word.
 */
function plainWord(parameter: string, bare: string, field?: string): string {
  const word = bare.replace(/(?<!\\)\^[\d.]+$/, "");
  const isVague = /(?<!\\)~[\d.]*$/.test(word) || (field !== "url" && /(?<!\\)\?/.test(word));
  if (isVague) throw badInput(`${parameter} asks for words similar to ${shownOrMissing(word)} (~ or ?), which is not supported.`);
  return unescaped(word);
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/gsu, "$1");
}

/** Recursive descent: OR binds least, then AND, which may be left out, then NOT. */
class Parser<T> {
  readonly #parameter: string;
  readonly #tokens: readonly Token[];
  readonly #searchable: Searchable<T>;
  readonly #wordsOf = lastWords();
  #at = 0;
  #depth = 0;
  #words = 0;

  constructor(parameter: string, tokens: readonly Token[], searchable: Searchable<T>) {
    this.#parameter = parameter;
    this.#tokens = tokens;
    this.#searchable = searchable;
  }

  query(): Test<T> {
    const test = this.#either();
    if (this.#at < this.#tokens.length) throw this.#trouble("has a closing parenthesis without an opening one");
    return test;
  }

  #either(field?: string): Test<T> {
    const tests = [this.#all(field)];
    while (this.#take("OR")) tests.push(this.#all(field));
    return tests.length === 1 ? tests[0]! : (thing) => tests.some((test) => test(thing));
  }

  #all(field?: string): Test<T> {
    const tests = [this.#one(field)];
    while (this.#take("AND") || this.#startsOne()) tests.push(this.#one(field));
    return tests.length === 1 ? tests[0]! : (thing) => tests.every((test) => test(thing));
  }

  #one(field?: string): Test<T> {
    let wanted = true;
    while (this.#take("NOT")) wanted = !wanted;
    const test = this.#plain(field);
    return wanted ? test : (thing) => !test(thing);
  }

  #plain(field?: string): Test<T> {
    const token = this.#tokens[this.#at++];
    if (token?.kind === "text") return this.#textTest(field, token);
    if (token?.kind === "field") return this.#plain(this.#knownField(token.name));
    if (token?.kind !== "(") throw this.#trouble("ends, or has an operator, where a word is needed");
    if (++this.#depth > QUERY_DEPTH) throw this.#trouble(`has more than ${QUERY_DEPTH} parentheses within one another`);
    const test = this.#either(field);
    if (!this.#take(")")) throw this.#trouble("has an opening parenthesis without a closing one");
    this.#depth--;
    return test;
  }

  #knownField(name: string): string {
    if (Object.hasOwn(this.#searchable.fields, name)) return name;
    throw this.#trouble(`asks for the field ${shownOrMissing(name)}; it must be one of ${Object.keys(this.#searchable.fields).join(", ")}`);
  }

  #textTest(field: string | undefined, { text, quoted }: { text: string; quoted: boolean }): Test<T> {
    if (!quoted && /^[[{]/.test(text)) throw this.#trouble(`asks for a range (${shownOrMissing(text)}), which is not supported`);
    const { fields, words } = this.#searchable;
    if ((field === undefined || !fields[field]!.exact) && ++this.#words > QUERY_WORDS)
      throw this.#trouble(`has more than ${QUERY_WORDS} words, phrases and values of fields that hold text`);
    const tests = (field === undefined ? words : [field]).map((name) => valueTest(fields[name]!, text, quoted, this.#wordsOf));
    return (thing) => tests.some((test) => test(thing));
  }

  #startsOne(): boolean {
    const kind = this.#tokens[this.#at]?.kind;
    return kind === "text" || kind === "field" || kind === "(" || kind === "NOT";
  }

  #take(kind: Token["kind"]): boolean {
    const taken = this.#tokens[this.#at]?.kind === kind;
    if (taken) this.#at++;
    return taken;
  }

  #trouble(what: string) {
    return badInput(`${this.#parameter} ${what}.`);
  }
}

function valueTest<T>({ values, exact }: Field<T>, text: string, quoted: boolean, wordsIn: (value: string) => string): Test<T> {
  const open = !quoted && text.endsWith("*");
  const wanted = (open ? text.slice(0, -1) : text).toLowerCase();
  if (open && wanted === "") return () => true;
  if (exact) {
    return (thing) =>
      values(thing).some((value) => (open ? value?.toLowerCase().startsWith(wanted) : value?.toLowerCase() === wanted) ?? false);
  }
  // A phrase matches where its words follow each other; with `*` its last word may be the beginning of one.
  const words = wordsOf(wanted);
  if (words === "") return () => true;
  const sought = ` ${words}${open ? "" : " "}`;
  return (thing) => values(thing).some((value) => value != null && wordsIn(value).includes(sought));
}

/** Texts whose words are cached: more than one thing has in its fields and tags. */
const KEPT = 300;

/**
 * A cached function that gives the words of a value, with a blank around each. All words of a query are looked for in the texts of one thing before the next
 * thing.
 */
function lastWords(): (value: string) => string {
  const kept = new Map<string, string>();
  return (value) => {
    let words = kept.get(value);
    if (words === undefined) {
      if (kept.size === KEPT) kept.clear();
      words = ` ${wordsOf(value)} `;
      kept.set(value, words);
    }
    return words;
  };
}

function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .join(" ");
}
