import { Logger as QueueLogger } from 'graphile-worker';
import { isRefusedWrite } from '../db/failures.ts';
import type { Logger } from '../http/server.ts';

/**
 * What the queue has to say, as lines of the service. A task that fails because the database takes no writes
 * is none of it: that is said once, when it begins and when it ends, and the task is tried again.
 */
export function queueLog(logger: Pick<Logger, 'warn'>): QueueLogger {
  return new QueueLogger(() => (level, message, meta) => {
    if (isRefusedWrite(meta?.error)) return;
    if (level === 'error' || level === 'warning') logger.warn({ queue: true }, message);
  });
}
