import { isAscii, isUtf8 } from 'node:buffer';
import { parse as parseSafely } from 'secure-json-parse';
import { invalidRequest, malformedJson } from '../problem.ts';
import { keepNumberSource } from './exact-json.ts';

/**
 * Reads a JSON body: UTF-8 only, no prototype keys, no control characters and no broken surrogates in any
 * text.
 * Members named in `multiline` may hold line breaks and tabs. Throws the problem that the caller sees.
 */
export function parseBody(
  bytes: Buffer,
  options: { isExact: boolean; multiline: ReadonlySet<string> },
): unknown {
  if (bytes.length === 0) return undefined;
  const isPlain = isAscii(bytes);
  if (!isPlain && !isUtf8(bytes)) throw malformedJson({ reason: 'is not UTF-8' });
  const text = bytes.toString(isPlain ? 'latin1' : 'utf8');
  if (hasMoreBrackets(MAX_DEPTH, text) && isDeeperThan(MAX_DEPTH, bytes))
    throw malformedJson({ reason: `is nested deeper than ${MAX_DEPTH} levels` });
  // Almost no body has an escape or anything but ASCII, and that is found out a hundred bytes at a time.
  const isSimple = isPlain && !text.includes('\\');
  const hasNames = isSimple ? text.includes('__proto__') || text.includes('constructor') : CAREFUL.test(text);
  const value = parseJson(text, { isExact: options.isExact, isCareful: hasNames });
  // The scan of the text is cheap; only bodies that hold something suspicious are walked.
  const isSuspicious = isSimple ? text.includes('\u007f') : SUSPICIOUS.test(text);
  if (isSuspicious) refuseHostileText(value, { path: '', multiline: options.multiline });
  return value;
}

/** Refuses control characters in one text of a path or query. */
export function refuseControlCharacters(name: string, text: string): void {
  if (CONTROL.test(text) || !text.isWellFormed()) throw hostile(name);
}

// Escapes that decode to control characters or surrogates, and control characters that JSON lets through raw.
const SUSPICIOUS = /\\[bfnrt]|\\u(?:00[01]|00[7-9]|[dD][89a-fA-F])|[\u007f-\u009f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL_BUT_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
const MAX_DEPTH = 64;

/** Texts to parse with care: with names of prototypes, escapes that may spell them, or a byte order mark. */
const CAREFUL = /__proto__|constructor|\\u|\ufeff/;

function parseJson(text: string, { isExact, isCareful }: { isExact: boolean; isCareful: boolean }): unknown {
  const guards = { protoAction: 'error', constructorAction: 'error' } as const;
  const reviver = isExact ? keepNumberSource : undefined;
  try {
    return isCareful ? parseSafely(text, reviver, guards) : JSON.parse(text, reviver);
  } catch (error) {
    const isForbidden = error instanceof Error && /forbidden prototype/.test(error.message);
    throw malformedJson({ reason: isForbidden ? 'has a key that is not allowed' : 'is not valid JSON' });
  }
}

/** Whether there are more than so many, in strings or not: without them nothing nests deeper. */
function hasMoreBrackets(limit: number, text: string): boolean {
  let found = 0;
  for (const bracket of BRACKETS)
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1))
      if (++found > limit) return true;
  return false;
}

const BRACKETS = ['{', '['] as const;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** `{` and `[` differ in one bit alone, as do `}` and `]`. */
const BRACKET_BITS = 0xdf;
const OPENING = 0x5b;
const CLOSING = 0x5d;

/**
 * Whether objects and lists nest deeper, told from the bytes: whatever walks a parsed body may recurse
 * without fear of its stack. A body shorter than its brackets need is not read at all. Most bytes are in
 * strings, and those are run through in a loop of their own: at a nanosecond a byte this is a fifth of what
 * parsing costs.
 */
function isDeeperThan(limit: number, bytes: Buffer): boolean {
  const { length } = bytes;
  if (length <= limit) return false;
  let depth = 0;
  for (let i = 0; i < length; i++) {
    const byte = bytes[i] as number;
    if (byte === QUOTE) i = endOfText(bytes, i + 1);
    else if ((byte & BRACKET_BITS) === CLOSING) depth--;
    else if ((byte & BRACKET_BITS) === OPENING && ++depth > limit) return true;
  }
  return false;
}

/** Where the quote is that ends the string with this first byte. */
function endOfText(bytes: Buffer, first: number): number {
  const { length } = bytes;
  let i = first;
  for (; i < length; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) break;
    if (byte === BACKSLASH) i++;
  }
  return i;
}

interface Place {
  path: string;
  multiline: ReadonlySet<string>;
}

function refuseHostileText(value: unknown, place: Place): void {
  if (typeof value === 'string') {
    const member =
      place.path
        .replace(/\[\d+\]/g, '')
        .split('.')
        .at(-1) ?? '';
    const pattern = place.multiline.has(member) ? CONTROL_BUT_LINES : CONTROL;
    if (pattern.test(value) || !value.isWellFormed()) throw hostile(place.path || 'body');
  } else if (Array.isArray(value)) {
    for (const [i, item] of value.entries())
      refuseHostileText(item, { ...place, path: `${place.path}[${i}]` });
  } else if (value !== null && typeof value === 'object') {
    for (const [key, member] of Object.entries(value)) {
      if (CONTROL.test(key) || !key.isWellFormed()) throw hostile(`${place.path || 'body'} (a key)`);
      const path = place.path ? `${place.path}.${key}` : key;
      refuseHostileText(member, { ...place, path: path.slice(0, 200) });
    }
  }
}

function hostile(at: string) {
  return invalidRequest({
    problems: [`${at}: has control characters or broken text; send printable Unicode`],
  });
}
