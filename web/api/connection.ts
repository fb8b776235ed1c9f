/**
 * Whether the service can be reached; those who show it are told of changes. One request that fails is only a
 * doubt: another part of the service may answer, and what failed would be tried again and again.
 */
export function createConnection(isReady: () => Promise<boolean>) {
  let isLost = false;
  let asked: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  const learn = (now: boolean) => {
    if (now === isLost) return;
    isLost = now;
    for (const listener of listeners) listener();
  };
  return {
    isLost: () => isLost,
    /** Asks the service itself, once at a time. */
    ask(): Promise<void> {
      asked ??= isReady().then((ready) => {
        asked = null;
        learn(!ready);
      });
      return asked;
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
