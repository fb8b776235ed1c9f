import { JSON_CODES } from './json-codes.ts';
import { startTurns, type Turns } from './turns.ts';

// Constants of this file, because the scan compares every character with them.
const { BACKSLASH, BRACKET_BITS, CLOSING, OPENING, QUOTE } = JSON_CODES;

/** How parts are parsed. */
interface Parser {
  parse(part: string): unknown;
  /** Checks a member whose object is not parsed as a whole. */
  check?(name: string, value: unknown): void;
}

/** The most characters that the built-in parser reads in one turn: about a millisecond. */
const MAX_AT_ONCE = 32_768;

/**
 * The value of `JSON.parse(text)`, parsed in parts that yield the event loop in between. Also throws
 * `SyntaxError`.
 */
export async function parseInTurns(text: string, parser: Parser = JSON): Promise<unknown> {
  return text.length <= MAX_AT_ONCE ? parser.parse(text) : new LongReader(text, parser).readAll();
}

class LongReader {
  readonly #text: string;
  readonly #parser: Parser;
  readonly #turns: Turns = startTurns();
  #at = 0;

  constructor(text: string, parser: Parser) {
    this.#text = text;
    this.#parser = parser;
  }

  async readAll(): Promise<unknown> {
    const value = await this.#readValue();
    if (this.#next() !== undefined) throw this.#unexpected();
    return value;
  }

  async #readValue(): Promise<unknown> {
    if (this.#turns.isOver()) await this.#turns.yieldLoop();
    const first = this.#next();
    if (first === '"') return this.#parseTo(endOfText(this.#text, this.#at));
    if (first !== '{' && first !== '[') return this.#parseTo(endOfWord(this.#text, this.#at));
    const end = endOfShort(this.#text, this.#at);
    if (end !== null) return this.#parseTo(end);
    return first === '[' ? this.#readItems() : this.#readMembers();
  }

  async #readItems(): Promise<unknown[]> {
    const items: unknown[] = [];
    await this.#readEach(']', async () => {
      items.push(await this.#readValue());
    });
    return items;
  }

  async #readMembers(): Promise<object> {
    const members = {};
    await this.#readEach('}', async () => {
      if (this.#next() !== '"') throw this.#unexpected();
      const end = endOfText(this.#text, this.#at);
      const name = JSON.parse(this.#text.slice(this.#at, end)) as string;
      this.#at = end;
      this.#pass(':');
      const value = await this.#readValue();
      this.#parser.check?.(name, value);
      // Keeps a member named `__proto__` as an ordinary member.
      Object.defineProperty(members, name, { value, writable: true, enumerable: true, configurable: true });
    });
    return members;
  }

  async #readEach(closing: string, read: () => Promise<void>): Promise<void> {
    this.#at++;
    if (this.#next() !== closing) {
      await read();
      while (this.#next() !== closing) {
        this.#pass(',');
        await read();
      }
    }
    this.#at++;
  }

  /** The next character that is not white space. */
  #next(): string | undefined {
    while (SPACES.has(this.#text.charCodeAt(this.#at))) this.#at++;
    return this.#text[this.#at];
  }

  #pass(expected: string): void {
    if (this.#next() !== expected) throw this.#unexpected();
    this.#at++;
  }

  #parseTo(end: number): unknown {
    const value = this.#parser.parse(this.#text.slice(this.#at, end));
    this.#at = end;
    return value;
  }

  #unexpected(): SyntaxError {
    return new SyntaxError(`unexpected ${this.#text[this.#at] ?? 'end'} at position ${this.#at}`);
  }
}

const SPACES = new Set([0x20, 0x0a, 0x0d, 0x09]);

/** The end of the object or list that begins here; null when it is too long for one turn. */
function endOfShort(text: string, start: number): number | null {
  const last = Math.min(text.length, start + MAX_AT_ONCE);
  let depth = 0;
  for (let at = start; at < last; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at) - 1;
    else if ((code & BRACKET_BITS) === OPENING) depth++;
    else if ((code & BRACKET_BITS) === CLOSING && --depth === 0) return at + 1;
  }
  return null;
}

/** The end of the string whose first quote is here. */
function endOfText(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let first = quote;
    while (text.charCodeAt(first - 1) === BACKSLASH) first--;
    // With an even number of backslashes the quote is not escaped.
    if ((quote - first) % 2 === 0) return quote + 1;
  }
  return text.length;
}

function endOfWord(text: string, start: number): number {
  let end = start;
  while (end < text.length && !/[\s,:"[\]{}]/.test(text[end] as string)) end++;
  return end;
}
