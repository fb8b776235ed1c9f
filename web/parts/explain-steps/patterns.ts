import type texts from '../../messages/en/steps.json';

export type StepKey = keyof typeof texts;

/**
 * A message, and the sentence of the API that it says. `{name:kind}` takes a part out of the sentence, and
 * the message has a place for each part.
 *
 * | kind | part |
 * |---|---|
 * | `number`, `calculation` | a decimal; an equation or one side of it |
 * | `day` | an ISO date |
 * | `word`, `text`, `value` | without spaces; anything; anything, of which decimals are formatted |
 * | a clause of `clauses.ts` | translated by itself |
 * | a list of `sentences.ts` | sentences in a row, each translated by itself |
 */
export type Pattern = readonly [key: StepKey, template: string];
export type Patterns = readonly Pattern[];

const DECIMAL = String.raw`-?\d+(?:\.\d+)?…?`;
const TERM = String.raw`\(?${DECIMAL}\)?`;

/** What a part of each kind looks like; a clause looks like one of its own patterns. */
const SHAPES: Readonly<Record<string, string>> = {
  number: DECIMAL,
  calculation: `${TERM}(?: [-+−×/=] ${TERM})*`,
  day: String.raw`\d{4}-\d{2}-\d{2}`,
  word: String.raw`\S+`,
};
const ANYTHING = '.+?';

export const DECIMALS: RegExp = new RegExp(DECIMAL, 'g');
export const WHOLE_DECIMAL: RegExp = new RegExp(`^${DECIMAL}$`);

export interface Slot {
  name: string;
  kind: string;
}

export interface CompiledPattern {
  key: StepKey;
  slots: readonly Slot[];
  expression: RegExp;
}

const SLOT = /\{(\w+):(\w+)\}/;

export function compile(patterns: Patterns, clauses: Readonly<Record<string, Patterns>>): CompiledPattern[] {
  return patterns.map(([key, template]) => ({
    key,
    slots: slotsOf(template),
    expression: new RegExp(`^${shapeOf(template, clauses, true)}$`, 's'),
  }));
}

export function slotsOf(template: string): Slot[] {
  return [...template.matchAll(new RegExp(SLOT, 'g'))].map(([, name = '', kind = '']) => ({ name, kind }));
}

function shapeOf(template: string, clauses: Readonly<Record<string, Patterns>>, isCaptured: boolean): string {
  const [before = '', , kind, after] = splitAtSlot(template);
  if (kind === undefined) return escapeText(before);
  const clause = clauses[kind];
  const shape = clause
    ? clause.map(([, each]) => shapeOf(each, clauses, false)).join('|')
    : (SHAPES[kind] ?? ANYTHING);
  const rest = shapeOf(after ?? '', clauses, isCaptured);
  return `${escapeText(before)}${isCaptured ? `(${shape})` : `(?:${shape})`}${rest}`;
}

function splitAtSlot(template: string): (string | undefined)[] {
  const match = SLOT.exec(template);
  if (!match) return [template];
  const [whole, name, kind] = match;
  return [template.slice(0, match.index), name, kind, template.slice(match.index + whole.length)];
}

function escapeText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
