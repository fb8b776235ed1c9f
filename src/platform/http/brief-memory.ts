/** How long a fact about a credential may be remembered: the time within which a revocation is seen. */
const MEMORY_MS = 1000;
const MAX_REMEMBERED = 10_000;

/** What is remembered comes at once, so that it costs no turn of the event loop; all else is promised. */
export type BriefMemory<T> = (name: string, find: () => Promise<T | null>) => T | Promise<T | null>;

/**
 * Looks something up by name at most once a second: who asks while somebody else is looking gets the same
 * answer. What was not found is not remembered.
 */
export function briefMemory<T>(): BriefMemory<T> {
  const remembered = new Map<string, { value: T; readAt: number }>();
  const asked = new Map<string, { answer: Promise<T | null>; readAt: number }>();
  /** A map keeps the order of its entries, and new ones are put at its end: the oldest come first. */
  const forgetOld = (now: number) => {
    for (const [name, { readAt }] of remembered) {
      if (now - readAt < MEMORY_MS && remembered.size < MAX_REMEMBERED) return;
      remembered.delete(name);
    }
  };
  const ask = async (name: string, find: () => Promise<T | null>, readAt: number) => {
    try {
      const value = await find();
      remembered.delete(name);
      forgetOld(readAt);
      if (value !== null) remembered.set(name, { value, readAt });
      return value;
    } finally {
      if (asked.get(name)?.readAt === readAt) asked.delete(name);
    }
  };
  return (name, find) => {
    // Taken before the question: the answer may be as old as that.
    const readAt = performance.now();
    const known = remembered.get(name);
    if (known && readAt - known.readAt < MEMORY_MS) return known.value;
    const open = asked.get(name);
    if (open && readAt - open.readAt < MEMORY_MS) return open.answer;
    const response = ask(name, find, readAt);
    asked.set(name, { answer: response, readAt });
    return response;
  };
}
