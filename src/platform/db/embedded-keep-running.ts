import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from './embedded-process.ts';

const shortestPauseMs = 100;
const longestPauseMs = 5_000;

/**
 * Restarts the server whenever it ends without `stop`, until that succeeds: after an out-of-memory kill or
 * with a full disk, it comes back as soon as it can, and until then callers are told to retry. Ending the
 * service instead would rely on a supervisor, and would fix nothing that a restart does not.
 */
export function keepRunning(
  first: ServerProcess,
  startAgain: () => Promise<ServerProcess>,
  log: (message: string) => void,
): ServerProcess {
  const listeners: ((reason: string) => void)[] = [];
  let server: ServerProcess | null = null;
  let revival = Promise.resolve();
  let stopping: Promise<void> | null = null;

  function watch(started: ServerProcess): void {
    server = started;
    started.onExit((reason) => {
      server = null;
      for (const notify of listeners) notify(reason);
      revival = revive();
    });
  }

  async function revive(): Promise<void> {
    for (let pauseMs = 0; !stopping; pauseMs = nextPause(pauseMs)) {
      await sleep(pauseMs);
      if (stopping) return;
      try {
        watch(await startAgain());
        return log('The database server is running again.');
      } catch (error) {
        log(error instanceof Error ? error.message : String(error));
      }
    }
  }

  async function stopOnce(): Promise<void> {
    await revival;
    await server?.stop();
  }

  watch(first);
  return {
    stop: () => {
      stopping ??= stopOnce();
      return stopping;
    },
    onExit: (callback) => {
      listeners.push(callback);
    },
  };
}

function nextPause(pauseMs: number): number {
  return Math.min(Math.max(2 * pauseMs, shortestPauseMs), longestPauseMs);
}
