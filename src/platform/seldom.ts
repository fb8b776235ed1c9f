/** Keeps a log readable: what is said again and again is due the first time, and then once in a while. */
export interface Seldom {
  /** Whether it is to be said now. */
  isDue(what: string): boolean;
  /** Begins anew; false if nothing was said. */
  forget(): boolean;
}

/** Repeated after a time, so that a rotated log still says it. `now` is in milliseconds. */
export function seldom(everyMs: number, now: () => number = () => performance.now()): Seldom {
  const saidAt = new Map<string, number>();
  return {
    isDue: (what) => {
      const [at, last] = [now(), saidAt.get(what)];
      if (last !== undefined && at - last < everyMs) return false;
      saidAt.set(what, at);
      return true;
    },
    forget: () => {
      const hasSaid = saidAt.size > 0;
      saidAt.clear();
      return hasSaid;
    },
  };
}
