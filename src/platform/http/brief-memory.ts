/** How long a fact about a credential may be cached: the maximum delay of a revocation. */
const MEMORY_MS = 1000;
const MAX_REMEMBERED = 10_000;

/** Cached facts come back synchronously, so that they cost no turn of the event loop; others as a promise. */
export type BriefMemory<T> = (name: string, find: () => Promise<T | null>) => T | Promise<T | null>;

/** Looks up a name at most once a second; concurrent callers share one lookup. Misses are not cached. */
export function briefMemory<T>(): BriefMemory<T> {
  const remembered = new Map<string, { value: T; readAt: number }>();
  const requested = new Map<string, { answer: Promise<T | null>; readAt: number }>();
  /** A map keeps insertion order and new entries go to the end, so the oldest come first. */
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
      if (requested.get(name)?.readAt === readAt) requested.delete(name);
    }
  };
  return (name, find) => {
    // Taken before the lookup starts: its result may be as old as that.
    const readAt = performance.now();
    const known = remembered.get(name);
    if (known && readAt - known.readAt < MEMORY_MS) return known.value;
    const open = requested.get(name);
    if (open && readAt - open.readAt < MEMORY_MS) return open.answer;
    const response = ask(name, find, readAt);
    requested.set(name, { answer: response, readAt });
    return response;
  };
}
