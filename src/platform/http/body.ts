import { isAscii, isUtf8 } from 'node:buffer';
import { parse as parseSafely } from 'secure-json-parse';
import { JSON_CODES } from '../json-codes.ts';
import { parseInTurns } from '../parse-in-turns.ts';
import { invalidRequest, malformedJson, type Problem } from '../problem.ts';
import { startTurns } from '../turns.ts';
import { keepNumberSource } from './exact-json.ts';

// Constants of this file, because the scan compares every character with them.
const { BACKSLASH, BRACKET_BITS, CLOSING, OPENING, QUOTE } = JSON_CODES;

interface BodyOptions {
  isExact: boolean;
  multiline: ReadonlySet<string>;
}

/**
 * Parses a JSON body: UTF-8 only, no prototype keys, and no control characters or lone surrogates in any
 * text.
 * Members named in `multiline` may contain line breaks and tabs. Throws the problem that the caller gets.
 */
export function parseBody(bytes: Buffer, { isExact, multiline }: BodyOptions): unknown {
  if (bytes.length === 0) return undefined;
  const sent = decode(bytes);
  rejectDeep(sent);
  const value = failingAsMalformed(() => parserOf({ isExact, isCareful: hasNames(sent) }).parse(sent.text));
  if (isSuspicious(sent))
    for (const problem of findHostileText(value, { path: '', multiline })) if (problem) throw problem;
  return value;
}

/** Like `parseBody`, for a long body: yields the event loop in between. */
export async function parseLongBody(bytes: Buffer, { isExact, multiline }: BodyOptions): Promise<unknown> {
  const turns = startTurns();
  const sent = decode(bytes);
  await turns.yieldLoop();
  rejectDeep(sent);
  await turns.yieldLoop();
  const isCareful = hasNames(sent);
  await turns.yieldLoop();
  const value = await parseInTurns(sent.text, parserOf({ isExact, isCareful })).catch(rejectMalformed);
  if (!isSuspicious(sent)) return value;
  await turns.yieldLoop();
  for (const problem of findHostileText(value, { path: '', multiline })) {
    if (problem) throw problem;
    if (turns.isOver()) await turns.yieldLoop();
  }
  return value;
}

/** A body as text; `isPlain` if it is all ASCII, as nearly every body is. */
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

function rejectDeep({ bytes, text }: SentText): void {
  if (hasMoreBrackets(MAX_DEPTH, text) && isDeeperThan(MAX_DEPTH, bytes))
    throw malformedJson({ reason: `is nested deeper than ${MAX_DEPTH} levels` });
}

/** Nearly all bodies are ASCII without escapes; this check handles about a hundred bytes at a time. */
function isSimple({ text, isPlain }: SentText): boolean {
  return isPlain && !text.includes('\\');
}

/** Whether the text contains prototype names, or escapes that may encode them. */
function hasNames(sent: SentText): boolean {
  const { text } = sent;
  if (!isSimple(sent)) return CAREFUL.test(text);
  return text.includes('__proto__') || text.includes('constructor');
}

/** The text scan is cheap; only suspicious bodies are walked. */
function isSuspicious(sent: SentText): boolean {
  return isSimple(sent) ? sent.text.includes('\u007f') : SUSPICIOUS.test(sent.text);
}

/** Rejects control characters in one path or query value. */
export function rejectControlCharacters(name: string, text: string): void {
  if (CONTROL.test(text) || !text.isWellFormed()) throw hostile(name);
}

// Escapes that decode to control characters or surrogates, and control characters that JSON accepts
// unescaped.
const SUSPICIOUS = /\\[bfnrt]|\\u(?:00[01]|00[7-9]|[dD][89a-fA-F])|[\u007f-\u009f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL_BUT_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
const MAX_DEPTH = 64;

/**
 * Texts that need the careful parser: prototype names, escapes that may encode them, or a byte order mark.
 */
const CAREFUL = /__proto__|constructor|\\u|\ufeff/;

const GUARDS = { protoAction: 'error', constructorAction: 'error' } as const;

function parserOf({ isExact, isCareful }: { isExact: boolean; isCareful: boolean }) {
  const reviver = isExact ? keepNumberSource : undefined;
  if (!isCareful) return { parse: (text: string): unknown => JSON.parse(text, reviver) };
  return {
    parse: (text: string): unknown => parseSafely(text, reviver, GUARDS),
    check: rejectPrototype,
  };
}

/** The careful parser does the same for bodies that it parses as a whole. */
function rejectPrototype(name: string, value: unknown): void {
  const isHidden = name === 'constructor' && Object.hasOwn(Object(value), 'prototype');
  if (name === '__proto__' || isHidden) throw new SyntaxError('Object contains forbidden prototype property');
}

function failingAsMalformed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    return rejectMalformed(error);
  }
}

function rejectMalformed(error: unknown): never {
  const isForbidden = error instanceof Error && /forbidden prototype/.test(error.message);
  throw malformedJson({ reason: isForbidden ? 'has a key that is not allowed' : 'is not valid JSON' });
}

/** Whether the text has more brackets than `limit`, in strings or not; without them nothing nests deeper. */
function hasMoreBrackets(limit: number, text: string): boolean {
  let found = 0;
  for (const bracket of BRACKETS)
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1))
      if (++found > limit) return true;
  return false;
}

const BRACKETS = ['{', '['] as const;

/**
 * Whether objects and lists nest deeper than `limit`, found from the bytes, so that code that walks a parsed
 * body may recurse safely. Bodies shorter than the brackets would need are not scanned. A separate loop skips
 * strings, which hold most bytes: at a nanosecond per byte, the scan takes a fifth of the parse.
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

/** The index of the quote that ends the string whose first byte is at `first`. */
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

interface Position {
  path: string;
  multiline: ReadonlySet<string>;
}

/** Yields once per visited value: a problem, or null. */
function* findHostileText(value: unknown, position: Position): Generator<Problem | null> {
  if (typeof value === 'string') {
    const member =
      position.path
        .replace(/\[\d+\]/g, '')
        .split('.')
        .at(-1) ?? '';
    const pattern = position.multiline.has(member) ? CONTROL_BUT_LINES : CONTROL;
    yield pattern.test(value) || !value.isWellFormed() ? hostile(position.path || 'body') : null;
  } else if (Array.isArray(value)) {
    for (const [i, item] of value.entries())
      yield* findHostileText(item, { ...position, path: `${position.path}[${i}]` });
  } else if (value !== null && typeof value === 'object') {
    for (const [key, member] of Object.entries(value)) {
      if (CONTROL.test(key) || !key.isWellFormed()) yield hostile(`${position.path || 'body'} (a key)`);
      const path = position.path ? `${position.path}.${key}` : key;
      yield* findHostileText(member, { ...position, path: path.slice(0, 200) });
    }
  }
}

function hostile(at: string) {
  return invalidRequest({
    problems: [`${at}: must not contain control characters or invalid Unicode; send printable text`],
  });
}
