import type { Database } from './db/database.ts';
import { REFUSALS } from './db/failures.ts';
import type { Logger } from './http/server.ts';

/** Logs when the database stops accepting writes, and when it accepts them again. */
export function logWriteRefusals({ writes }: Pick<Database, 'writes'>, logger: Logger): void {
  writes.onChange((refusal) => {
    if (refusal) logger.warn({ refusal }, `${REFUSALS[refusal]}: writes are refused, reads are served`);
    else logger.info('the database takes writes again');
  });
}
