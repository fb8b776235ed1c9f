/** One that waits for a thread. */
export interface Waiting {
  /** Whose it is. */
  orgId: number;
  /** Of somebody who waits for an answer, and not of timed work. */
  isRequest: boolean;
}

/** Those that wait, of many organizations: each has its turn, however many another one has put in line. */
export interface FairQueue<T extends Waiting> {
  /** How many wait: requests, or timed work; of one organization, or of all. */
  count(isRequest: boolean, orgId?: number): number;
  push(item: T): void;
  /**
   * The oldest of the organization whose turn it is; without requests only what timed work waits for. Null
   * when there is none.
   */
  shift(options: { withRequests: boolean }): T | null;
  /** All that wait, which then wait no longer. */
  clear(): T[];
}

export function fairQueue<T extends Waiting>(): FairQueue<T> {
  // In the order of their turns: whoever had one goes to the end.
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
