/** How long a fact about a credential may be cached: the maximum delay of a revocation. */
const LIFETIME_MS = 1000;
const MAX_CACHED = 10_000;

/** Cached facts come back synchronously, so that they cost no turn of the event loop; others as a promise. */
export type ShortLivedCache<T> = (name: string, find: () => Promise<T | null>) => T | Promise<T | null>;

/** Looks up a name at most once a second; concurrent callers share one lookup. Misses are not cached. */
export function shortLivedCache<T>(): ShortLivedCache<T> {
  const cached = new Map<string, { value: T; readAt: number }>();
  const pending = new Map<string, { lookup: Promise<T | null>; readAt: number }>();
  /** A map keeps insertion order and new entries go to the end, so the oldest come first. */
  const forgetOld = (now: number) => {
    for (const [name, { readAt }] of cached) {
      if (now - readAt < LIFETIME_MS && cached.size < MAX_CACHED) return;
      cached.delete(name);
    }
  };
  const lookUp = async (name: string, find: () => Promise<T | null>, readAt: number) => {
    try {
      const value = await find();
      cached.delete(name);
      forgetOld(readAt);
      if (value !== null) cached.set(name, { value, readAt });
      return value;
    } finally {
      if (pending.get(name)?.readAt === readAt) pending.delete(name);
    }
  };
  return (name, find) => {
    // Taken before the lookup starts: its result may be as old as that.
    const readAt = performance.now();
    const known = cached.get(name);
    if (known && readAt - known.readAt < LIFETIME_MS) return known.value;
    const open = pending.get(name);
    if (open && readAt - open.readAt < LIFETIME_MS) return open.lookup;
    const lookup = lookUp(name, find, readAt);
    pending.set(name, { lookup, readAt });
    return lookup;
  };
}
