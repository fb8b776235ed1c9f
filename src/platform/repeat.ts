import { setTimeout as sleep } from 'node:timers/promises';
import { databaseProblem } from './db/failures.ts';

const PAUSE_MS = 500;

/** Whether the database could not answer now, and may in a moment. */
function isAway(error: unknown): boolean {
  return databaseProblem(error)?.status === 503;
}

/**
 * Does work again and again, never twice at one time, until it is stopped. What the database cannot answer
 * now is asked again next time; any other failure is the end.
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

/** Asks until the database answers, or nobody wants to know any more. */
export async function untilResponse<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (signal.aborted || !isAway(error)) throw error;
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
