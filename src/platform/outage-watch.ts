import { isDatabaseAway } from './db/failures.ts';
import type { Logger } from './http/server.ts';
import { type Seldom, seldom } from './seldom.ts';

/** Keeps the log readable while the database is away: one line for each cause, not for each caller. */
export interface OutageWatch {
  /** Whether a line about this error is left out, because the log has one about its cause. */
  covers(error: unknown): boolean;
  /** The database has accepted a connection: ends an outage with a line that sums it up. */
  end(logger: Pick<Logger, 'info'>): void;
}

/** Each cause of a long outage. */
const REPEATED_AFTER_MS = 10 * 60_000;

interface Outage {
  since: number;
  /** What has a line. */
  causes: Seldom;
  leftOut: number;
}

export function outageWatch(now: () => number = () => performance.now()): OutageWatch {
  let outage: Outage | null = null;
  return {
    covers: (error) => {
      if (!isDatabaseAway(error)) return false;
      outage ??= { since: now(), causes: seldom(REPEATED_AFTER_MS, now), leftOut: 0 };
      // What the driver or the server said, which names the address but no statement.
      if (outage.causes.isDue((error as Error).message)) return false;
      outage.leftOut += 1;
      return true;
    },
    end: (logger) => {
      if (!outage) return;
      const { since, leftOut } = outage;
      outage = null;
      const seconds = Math.round((now() - since) / 100) / 10;
      logger.info({ seconds, leftOut }, 'the database can be reached again');
    },
  };
}
