import { MASK, maskText } from './mask-text.ts';
import { ANYTHING, type Place } from './secret-places.ts';

export interface MaskOptions {
  place: Place;
  /** Hides what no schema declares: it may be a misspelt secret. */
  isStrict: boolean;
  /** Whether an undeclared member of this name is a secret. */
  isSecretName(name: string): boolean;
}

export interface Masked {
  text: string;
  /** The text goes on, or is not JSON from there on. */
  isCut: boolean;
}

/** Deeper values are cut: they show nothing to a reader. */
const MAX_DEPTH = 40;
const [STRING, NUMBER, WORD, SPACE] = [
  /"[^"\\]*(?:\\.[^"\\]*)*"/sy,
  /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y,
  /true|false|null/y,
  /[ \t\r\n]+/y,
];

/**
 * The beginning of a JSON text without its secrets. It is read token by token and never parsed, so numbers
 * keep their digits, and a text that is cut or is not JSON is read up to there. An incomplete last string is
 * left out, because the beginning of a secret is not recognizable.
 */
export function maskJson(text: string, options: MaskOptions): Masked {
  const reader: Reader = { text, at: 0, parts: [], isHidden: false, options };
  const isComplete = readValue(reader, options.place, 0);
  take(reader, SPACE);
  return { text: reader.parts.join(''), isCut: !isComplete || reader.at < text.length };
}

interface Reader {
  text: string;
  at: number;
  parts: string[];
  /** Inside a value that is hidden as a whole. */
  isHidden: boolean;
  options: MaskOptions;
}

/** False where the text ends or stops being JSON. `place` is null for what nobody declares. */
function readValue(reader: Reader, place: Place | null, depth: number): boolean {
  copy(reader, take(reader, SPACE));
  if (!reader.isHidden && isSecretAt(reader, place)) return hideValue(reader, depth);
  if (depth > MAX_DEPTH) return false;
  switch (reader.text[reader.at]) {
    case '{':
      return readItems(reader, '}', () => readMember(reader, place, depth));
    case '[': {
      const item = place === null ? null : place.item();
      return readItems(reader, ']', () => readValue(reader, item, depth + 1));
    }
    default:
      return readPlain(reader);
  }
}

function isSecretAt({ text, at, options }: Reader, place: Place | null): boolean {
  if (place === null) return options.isStrict;
  const isPlain = !'{[n'.includes(text[at] ?? '{');
  return place.isSecret || (options.isStrict && isPlain && !place.isPlain);
}

/** Reads the value, and shows a mask in its place. */
function hideValue(reader: Reader, depth: number): boolean {
  copy(reader, JSON.stringify(MASK));
  reader.isHidden = true;
  const isComplete = readValue(reader, ANYTHING, depth);
  reader.isHidden = false;
  return isComplete;
}

function readMember(reader: Reader, place: Place | null, depth: number): boolean {
  copy(reader, take(reader, SPACE));
  const name = take(reader, STRING);
  const space = take(reader, SPACE);
  // Without the colon it may be the value of a member whose name was forgotten.
  if (name === '' || reader.text[reader.at] !== ':') return false;
  copy(reader, maskToken(name) + space);
  takeSign(reader, ':');
  const known = place?.member(nameIn(name)) ?? null;
  if (known !== null && known !== ANYTHING) return readValue(reader, known, depth + 1);
  if (reader.isHidden || !reader.options.isSecretName(nameIn(name)))
    return readValue(reader, known, depth + 1);
  copy(reader, take(reader, SPACE));
  return hideValue(reader, depth + 1);
}

function nameIn(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token.slice(1, -1);
  }
}

/** An object or a list: its signs, and its members or items one by one. */
function readItems(reader: Reader, end: '}' | ']', readItem: () => boolean): boolean {
  copy(reader, reader.text[reader.at++] ?? '');
  copy(reader, take(reader, SPACE));
  if (takeSign(reader, end)) return true;
  for (;;) {
    if (!readItem()) return false;
    copy(reader, take(reader, SPACE));
    if (takeSign(reader, end)) return true;
    if (!takeSign(reader, ',')) return false;
  }
}

function readPlain(reader: Reader): boolean {
  const text = take(reader, STRING);
  if (text !== '') {
    copy(reader, maskToken(text));
    return true;
  }
  const number = take(reader, NUMBER);
  if (number !== '') {
    // A number at the end of a text that was cut may go on, and then be a card number.
    const isOpen = reader.at === reader.text.length && reader.parts.length > 0;
    if (!isOpen) copy(reader, maskToken(number));
    return !isOpen;
  }
  const word = take(reader, WORD);
  copy(reader, word);
  return word !== '';
}

/** A string or a number; a string if it was masked. */
function maskToken(token: string): string {
  const masked = maskText(token);
  return masked === token || masked.startsWith('"') ? masked : JSON.stringify(masked);
}

/** The token at the current position, which it passes; empty: there is none. */
function take(reader: Reader, token: RegExp): string {
  token.lastIndex = reader.at;
  const found = token.exec(reader.text)?.[0] ?? '';
  reader.at += found.length;
  return found;
}

function takeSign(reader: Reader, sign: string): boolean {
  if (reader.text[reader.at] !== sign) return false;
  reader.at++;
  copy(reader, sign);
  return true;
}

function copy(reader: Reader, text: string): void {
  if (!reader.isHidden && text !== '') reader.parts.push(text);
}
