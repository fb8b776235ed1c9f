/**
 * Names for prepared statements. A statement gets a name when its text has occurred often enough to be one of
 * the program's own; varying texts (filters, sort orders) stay unnamed, so that connections do not accumulate
 * plans without limit.
 */
export const { nameOf: statementName, forget: forgetStatementNames } = statementNames();

const SEEN_BEFORE_NAMED = 3;
const MAX_TEXTS = 1000;

interface StatementNames {
  /** The name of a statement; undefined until its text has occurred often enough. */
  nameOf(text: string): string | undefined;
  /** Empties the cache. */
  forget(): void;
}

/** A separate cache of texts. Rare texts are evicted; a name is never reused. */
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
