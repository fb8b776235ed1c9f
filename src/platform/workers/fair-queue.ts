/** A task that waits for a thread. */
export interface Waiting {
  /** Its organization. */
  orgId: number;
  /** Whether a caller waits for the response, as opposed to scheduled work. */
  isRequest: boolean;
}

/** Waiting tasks of many organizations: they take turns, however many tasks one of them has queued. */
export interface FairQueue<T extends Waiting> {
  /** The number of waiting tasks: requests, or scheduled work; of one organization, or of all. */
  count(isRequest: boolean, orgId?: number): number;
  push(item: T): void;
  /**
   * The oldest task of the organization whose turn it is; without requests, only scheduled work. Null when
   * there is none.
   */
  shift(options: { withRequests: boolean }): T | null;
  /** Removes and returns all waiting tasks. */
  clear(): T[];
}

export function fairQueue<T extends Waiting>(): FairQueue<T> {
  // In the order of their turns: after its turn an organization goes to the end.
  const lines = new Map<number, T[]>();
  const put = (orgId: number, line: T[]) => {
    lines.delete(orgId);
    if (line.length > 0) lines.set(orgId, line);
  };
  return {
    count(isRequest, orgId) {
      const counted = orgId === undefined ? [...lines.values()] : [lines.get(orgId) ?? []];
      return counted.flat().filter((item) => item.isRequest === isRequest).length;
    },
    push(item) {
      const line = lines.get(item.orgId);
      if (line) line.push(item);
      else lines.set(item.orgId, [item]);
    },
    shift({ withRequests }) {
      for (const [orgId, line] of lines) {
        const at = line.findIndex(({ isRequest }) => withRequests || !isRequest);
        const item = line[at];
        if (!item) continue;
        put(orgId, line.toSpliced(at, 1));
        return item;
      }
      return null;
    },
    clear() {
      const all = [...lines.values()].flat();
      lines.clear();
      return all;
    },
  };
}
