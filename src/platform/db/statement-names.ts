/**
 * Names for prepared statements. A statement gets one when its text was seen often enough to be one of the
 * program's own; texts that vary (filters, sort orders) stay unnamed, so that connections do not collect
 * plans without end.
 */
export const statementName = statementNames();

const SEEN_BEFORE_NAMED = 3;
const MAX_TEXTS = 1000;

/** A memory of texts of its own. What was seen too seldom makes room; a name is never given twice. */
export function statementNames(): (text: string) => string | undefined {
  const seen = new Map<string, { count: number; name: string }>();
  let given = 0;
  return (text) => {
    const known = seen.get(text);
    if (known) return ++known.count > SEEN_BEFORE_NAMED ? known.name : undefined;
    if (seen.size >= MAX_TEXTS)
      for (const [other, { count }] of seen) if (count <= SEEN_BEFORE_NAMED) seen.delete(other);
    if (seen.size < MAX_TEXTS) seen.set(text, { count: 1, name: `s${given++}` });
    return undefined;
  };
}
