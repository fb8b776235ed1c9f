import { CLAUSES } from './clauses.ts';
import { type CompiledPattern, compile, type Slot, type StepKey } from './patterns.ts';
import { LISTS, SENTENCES } from './sentences.ts';

/** A part of a sentence, as the sentence has it. */
export interface Part extends Slot {
  text: string;
}

export interface ReadSentence {
  key: StepKey;
  parts: readonly Part[];
}

export interface List {
  separator: string;
  patterns: readonly CompiledPattern[];
}

export const sentences: readonly CompiledPattern[] = compile(SENTENCES, CLAUSES);
export const clauses: Readonly<Record<string, readonly CompiledPattern[]>> = mapValues(CLAUSES, (patterns) =>
  compile(patterns, CLAUSES),
);
export const lists: Readonly<Record<string, List>> = mapValues(LISTS, ({ separator, patterns }) => ({
  separator,
  patterns: patterns === SENTENCES ? sentences : compile(patterns, CLAUSES),
}));

/** The message that a text says and its parts, by the first pattern that recognizes it. */
export function readSentence(text: string, patterns: readonly CompiledPattern[]): ReadSentence | undefined {
  for (const { key, slots, expression } of patterns) {
    const match = expression.exec(text);
    if (!match) continue;
    return { key, parts: slots.map((slot, index) => ({ ...slot, text: match[index + 1] ?? '' })) };
  }
  return undefined;
}

/** Whether a pattern recognizes the sentence, and each of those inside of it. */
export function isKnownStep(step: string): boolean {
  const found = readSentence(step, sentences);
  if (!found) return false;
  return found.parts.every(({ kind, text }) => {
    const list = lists[kind];
    return !list || readList(text.split(list.separator), list) !== null;
  });
}

/** A sentence may contain the separator of the list, but not often. */
const MAX_PIECES = 8;

/** Joins pieces to sentences that a pattern recognizes, as short ones as possible; null if some are left. */
export function readList(pieces: readonly string[], { separator, patterns }: List): string[] | null {
  const failed = new Set<number>();
  const readFrom = (start: number): string[] | null => {
    if (start === pieces.length) return [];
    if (failed.has(start)) return null;
    for (let end = start + 1; end <= Math.min(pieces.length, start + MAX_PIECES); end++) {
      const item = pieces.slice(start, end).join(separator);
      const rest = readSentence(item, patterns) && readFrom(end);
      if (rest) return [item, ...rest];
    }
    failed.add(start);
    return null;
  };
  return readFrom(0);
}

function mapValues<T, R>(
  record: Readonly<Record<string, T>>,
  map: (value: T) => R,
): Readonly<Record<string, R>> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
