import { formatExact } from '../../format/money.ts';
import { formatDay } from '../../format/time.ts';
import type { Translate } from '../../messages/catalogs.ts';
import { type CompiledPattern, DECIMALS, type StepKey, WHOLE_DECIMAL } from './patterns.ts';
import { clauses, type List, lists, type Part, readList, readSentence, sentences } from './read-step.ts';

export type SayStep = Translate<StepKey>;

/**
 * A sentence of an explanation in the language of the reader, with its numbers and days as the console writes
 * them. The API says it in English, and stores it so with issued documents. A sentence that no pattern
 * recognizes stays as it is.
 */
export function translateStep(step: string, t: SayStep): string {
  return translate(step, sentences, t) ?? step;
}

function translate(text: string, patterns: readonly CompiledPattern[], t: SayStep): string | undefined {
  const found = readSentence(text, patterns);
  return found && t(found.key, Object.fromEntries(found.parts.map((part) => [part.name, show(part, t)])));
}

function show({ kind, text }: Part, t: SayStep): string {
  const clause = clauses[kind];
  if (clause) return translate(text, clause, t) ?? text;
  const list = lists[kind];
  if (list) return showList(text, list, t);
  switch (kind) {
    case 'number':
      return formatDecimal(text);
    case 'calculation':
      return text.replace(DECIMALS, formatDecimal);
    case 'value':
      return WHOLE_DECIMAL.test(text) ? formatDecimal(text) : text;
    case 'day':
      return formatDay(text);
    default:
      return text;
  }
}

/** An infinite quotient ends in an ellipsis. */
function formatDecimal(text: string): string {
  return text.endsWith('…') ? `${formatExact(text.slice(0, -1))}…` : formatExact(text);
}

/** What cannot be read as a list of known sentences is translated where it can be. */
function showList(text: string, list: List, t: SayStep): string {
  const pieces = text.split(list.separator);
  const items = readList(pieces, list) ?? pieces;
  return items.map((item) => translate(item, list.patterns, t) ?? item).join(list.separator);
}
