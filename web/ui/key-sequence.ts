/** How long a sequence waits for its next key. */
export const SEQUENCE_MS = 2000;

interface Press {
  key: string;
  /** In milliseconds. */
  timeStamp: number;
}

/** Reads keys one by one: a sequence goes before its last key alone, and a longer one may follow. */
export function createKeySequence() {
  let held: { keys: string; timeStamp: number } | null = null;
  return {
    press<Act>({ key, timeStamp }: Press, find: (keys: string) => Act | undefined): Act | undefined {
      const isSoon = held !== null && timeStamp - held.timeStamp < SEQUENCE_MS;
      const keys = isSoon ? `${held?.keys} ${key}` : key;
      const act = isSoon ? find(keys) : undefined;
      // What ends a sequence only continues that one.
      held = { keys: act ? keys : key, timeStamp };
      return act ?? find(key);
    },
  };
}
