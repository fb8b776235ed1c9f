import type { Database } from './db/database.ts';
import { WRITE_FAILURES } from './db/failures.ts';
import type { Logger } from './http/server.ts';

/** Logs when the database stops accepting writes, and when it accepts them again. */
export function logWriteFailures({ writes }: Pick<Database, 'writes'>, logger: Logger): void {
  writes.onChange((failure) => {
    if (failure) logger.warn({ failure }, `${WRITE_FAILURES[failure]}: rejecting writes, serving reads`);
    else logger.info('the database accepts writes again');
  });
}
