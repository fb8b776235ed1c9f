/**
 * Names for prepared statements. A statement gets one when its text was seen often enough to be one of the
 * program's own; texts that vary (filters, sort orders) stay unnamed, so that connections do not collect
 * plans without end.
 */
export const { nameOf: statementName, forget: forgetStatementNames } = statementNames();

const SEEN_BEFORE_NAMED = 3;
const MAX_TEXTS = 1000;

interface StatementNames {
  /** The name of a statement; undefined as long as its text was seen too seldom. */
  nameOf(text: string): string | undefined;
  /** Makes room for other texts. */
  forget(): void;
}

/** A memory of texts of its own. What was seen too seldom makes room; a name is never given twice. */
export function statementNames(): StatementNames {
  const seen = new Map<string, { count: number; name: string }>();
  let given = 0;
  const nameOf = (text: string) => {
    const known = seen.get(text);
    if (known) return ++known.count > SEEN_BEFORE_NAMED ? known.name : undefined;
    if (seen.size >= MAX_TEXTS)
      for (const [other, { count }] of seen) if (count <= SEEN_BEFORE_NAMED) seen.delete(other);
    if (seen.size < MAX_TEXTS) seen.set(text, { count: 1, name: `s${given++}` });
    return undefined;
  };
  return { nameOf, forget: () => seen.clear() };
}
