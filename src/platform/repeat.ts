import { setTimeout as sleep } from 'node:timers/promises';
import { databaseProblem } from './db/failures.ts';

const PAUSE_MS = 500;

/** Whether the database is temporarily unavailable. */
function isAway(error: unknown): boolean {
  return databaseProblem(error)?.status === 503;
}

/**
 * Repeats work until stopped, never concurrently. If the database is unavailable, the next round retries; any
 * other error ends it.
 */
export function repeat(
  work: () => Promise<void>,
  { everyMs, onFault }: { everyMs: number; onFault(error: unknown): void },
): { stop(): void } {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const plan = () => {
    if (!isStopped) timer = setTimeout(() => void run(), everyMs);
  };
  const run = async () => {
    try {
      await work();
    } catch (error) {
      if (!isAway(error)) return onFault(error);
    }
    plan();
  };
  plan();
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** Retries until the database responds, or the signal aborts. */
export async function untilResponse<T>(run: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (signal.aborted || !isAway(error)) throw error;
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
