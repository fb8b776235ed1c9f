import { isAscii, isUtf8 } from 'node:buffer';
import { parse as parseSafely } from 'secure-json-parse';
import { JSON_CODES } from '../json-codes.ts';
import { parseInTurns } from '../parse-in-turns.ts';
import { invalidRequest, malformedJson, type Problem } from '../problem.ts';
import { takeTurns } from '../turns.ts';
import { keepNumberSource } from './exact-json.ts';

// Constants of this file, because the scan compares every character with them.
const { BACKSLASH, BRACKET_BITS, CLOSING, OPENING, QUOTE } = JSON_CODES;

interface BodyOptions {
  isExact: boolean;
  multiline: ReadonlySet<string>;
}

/**
 * Reads a JSON body: UTF-8 only, no prototype keys, no control characters and no broken surrogates in any
 * text.
 * Members named in `multiline` may hold line breaks and tabs. Throws the problem that the caller sees.
 */
export function parseBody(bytes: Buffer, { isExact, multiline }: BodyOptions): unknown {
  if (bytes.length === 0) return undefined;
  const sent = decode(bytes);
  refuseDeep(sent);
  const value = failingAsMalformed(() => parserOf({ isExact, isCareful: hasNames(sent) }).parse(sent.text));
  if (isSuspicious(sent))
    for (const problem of findHostileText(value, { path: '', multiline })) if (problem) throw problem;
  return value;
}

/** The same of a long body, with turns for others in between. */
export async function parseLongBody(bytes: Buffer, { isExact, multiline }: BodyOptions): Promise<unknown> {
  const turns = takeTurns();
  const sent = decode(bytes);
  await turns.giveWay();
  refuseDeep(sent);
  await turns.giveWay();
  const isCareful = hasNames(sent);
  await turns.giveWay();
  const value = await parseInTurns(sent.text, parserOf({ isExact, isCareful })).catch(refuseMalformed);
  if (!isSuspicious(sent)) return value;
  await turns.giveWay();
  for (const problem of findHostileText(value, { path: '', multiline })) {
    if (problem) throw problem;
    if (turns.isOver()) await turns.giveWay();
  }
  return value;
}

/** A body as text, and whether it has nothing but ASCII, as almost every body. */
interface SentText {
  bytes: Buffer;
  text: string;
  isPlain: boolean;
}

function decode(bytes: Buffer): SentText {
  const isPlain = isAscii(bytes);
  if (!isPlain && !isUtf8(bytes)) throw malformedJson({ reason: 'is not UTF-8' });
  return { bytes, text: bytes.toString(isPlain ? 'latin1' : 'utf8'), isPlain };
}

function refuseDeep({ bytes, text }: SentText): void {
  if (hasMoreBrackets(MAX_DEPTH, text) && isDeeperThan(MAX_DEPTH, bytes))
    throw malformedJson({ reason: `is nested deeper than ${MAX_DEPTH} levels` });
}

/** Almost no body has an escape or anything but ASCII, and that is found out a hundred bytes at a time. */
function isSimple({ text, isPlain }: SentText): boolean {
  return isPlain && !text.includes('\\');
}

/** Whether names of prototypes stand in it, or what may spell them. */
function hasNames(sent: SentText): boolean {
  const { text } = sent;
  if (!isSimple(sent)) return CAREFUL.test(text);
  return text.includes('__proto__') || text.includes('constructor');
}

/** The scan of the text is cheap; only bodies that hold something suspicious are walked. */
function isSuspicious(sent: SentText): boolean {
  return isSimple(sent) ? sent.text.includes('\u007f') : SUSPICIOUS.test(sent.text);
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

const GUARDS = { protoAction: 'error', constructorAction: 'error' } as const;

function parserOf({ isExact, isCareful }: { isExact: boolean; isCareful: boolean }) {
  const reviver = isExact ? keepNumberSource : undefined;
  if (!isCareful) return { parse: (text: string): unknown => JSON.parse(text, reviver) };
  return {
    parse: (text: string): unknown => parseSafely(text, reviver, GUARDS),
    check: refusePrototype,
  };
}

/** As the careful parser does for what it reads as a whole. */
function refusePrototype(name: string, value: unknown): void {
  const isHidden = name === 'constructor' && Object.hasOwn(Object(value), 'prototype');
  if (name === '__proto__' || isHidden) throw new SyntaxError('Object contains forbidden prototype property');
}

function failingAsMalformed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    return refuseMalformed(error);
  }
}

function refuseMalformed(error: unknown): never {
  const isForbidden = error instanceof Error && /forbidden prototype/.test(error.message);
  throw malformedJson({ reason: isForbidden ? 'has a key that is not allowed' : 'is not valid JSON' });
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

/** Yields for each value that it looks at, and a problem where there is one. */
function* findHostileText(value: unknown, place: Place): Generator<Problem | null> {
  if (typeof value === 'string') {
    const member =
      place.path
        .replace(/\[\d+\]/g, '')
        .split('.')
        .at(-1) ?? '';
    const pattern = place.multiline.has(member) ? CONTROL_BUT_LINES : CONTROL;
    yield pattern.test(value) || !value.isWellFormed() ? hostile(place.path || 'body') : null;
  } else if (Array.isArray(value)) {
    for (const [i, item] of value.entries())
      yield* findHostileText(item, { ...place, path: `${place.path}[${i}]` });
  } else if (value !== null && typeof value === 'object') {
    for (const [key, member] of Object.entries(value)) {
      if (CONTROL.test(key) || !key.isWellFormed()) yield hostile(`${place.path || 'body'} (a key)`);
      const path = place.path ? `${place.path}.${key}` : key;
      yield* findHostileText(member, { ...place, path: path.slice(0, 200) });
    }
  }
}

function hostile(at: string) {
  return invalidRequest({
    problems: [`${at}: has control characters or broken text; send printable Unicode`],
  });
}
