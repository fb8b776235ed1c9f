const SEQUENCE_MS = 1000;

interface Press {
  key: string;
  /** In milliseconds. */
  timeStamp: number;
}

/** Reads keys one by one: a sequence of two keys goes before the second of them alone. */
export function createKeySequence() {
  let first: Press | null = null;
  return {
    press<Act>({ key, timeStamp }: Press, find: (keys: string) => Act | undefined): Act | undefined {
      const isSoon = first !== null && timeStamp - first.timeStamp < SEQUENCE_MS;
      const act = isSoon ? find(`${first?.key} ${key}`) : undefined;
      // The end of a sequence does not begin another one.
      first = act ? null : { key, timeStamp };
      return act ?? find(key);
    },
  };
}
