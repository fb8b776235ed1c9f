/** Whether the last request reached the service; those who show it are told of changes. */
export function createConnection() {
  let isLost = false;
  const listeners = new Set<() => void>();
  return {
    isLost: () => isLost,
    /** Called for every request, by the transport. */
    report(hasReached: boolean): void {
      if (hasReached !== isLost) return;
      isLost = !hasReached;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const connection = createConnection();
