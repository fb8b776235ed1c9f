/**
 * Names for prepared statements. A statement gets one when its text was seen often enough to be one of the
 * program's
 * own; texts that vary (filters, sort orders) stay unnamed, so that connections do not collect plans without
 * end.
 */
export function statementName(text: string): string | undefined {
  const known = seen.get(text);
  if (known === undefined) {
    if (seen.size < MAX_TEXTS) seen.set(text, { count: 1, name: `s${seen.size}` });
    return undefined;
  }
  known.count++;
  return known.count > SEEN_BEFORE_NAMED ? known.name : undefined;
}

const SEEN_BEFORE_NAMED = 3;
const MAX_TEXTS = 1000;
const seen = new Map<string, { count: number; name: string }>();
