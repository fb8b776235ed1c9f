import { setTimeout as sleep } from 'node:timers/promises';
import { describeProcesses, type RunningProcess } from './running-processes.ts';

/**
 * Called when a migration needs processes of older releases to be gone and some still run; afterwards they
 * are counted again. Throws to give up.
 */
export type OnOlderProcesses = (running: readonly RunningProcess[], migration: string) => Promise<void>;

/** What a start does then: it waits for their end, or ends itself. */
export type UpgradeMode = (typeof UPGRADE_MODES)[number];
export const UPGRADE_MODES = ['wait', 'refuse'] as const;

const PAUSE_MS = 500;
const LOG_EVERY_MS = 30_000;
const WAITS = 'the service waits to upgrade the database until older processes have stopped';

/** Gives up at once. */
export async function rejectOlder(running: readonly RunningProcess[], migration: string): Promise<never> {
  throw new Error(
    `${describeProcesses(running)} on this database, and ${migration} may only be applied when all of them ` +
      'have stopped. Stop them, and start again (docs/upgrades.md).',
  );
}

interface Waiting {
  mode: UpgradeMode;
  logger: { warn(facts: object, message: string): void };
  /** Tells callers why the service does not serve yet; null once it goes on. */
  explain(why: string): void;
  isCancelled(): boolean;
}

export function waitForOlder({ mode, logger, explain, isCancelled }: Waiting): OnOlderProcesses {
  let nextLogAt = 0;
  return async (running, migration) => {
    if (mode === 'refuse') await rejectOlder(running, migration);
    if (isCancelled()) throw new Error('the start was cancelled');
    const why = `${WAITS}: ${describeProcesses(running)}`;
    explain(why);
    if (performance.now() >= nextLogAt) {
      nextLogAt = performance.now() + LOG_EVERY_MS;
      logger.warn({ migration, processes: running.length }, `${why}; stop them`);
    }
    await sleep(PAUSE_MS);
  };
}
