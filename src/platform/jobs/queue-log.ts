import { Logger as QueueLogger } from 'graphile-worker';
import { isWriteFailure } from '../db/failures.ts';
import type { Logger } from '../http/server.ts';

/**
 * Writes messages of the queue to the service log. Tasks that fail because the database accepts no writes are
 * left out: the log reports the beginning and the end of that state, and the task is retried.
 */
export function queueLog(logger: Pick<Logger, 'warn'>): QueueLogger {
  return new QueueLogger(() => (level, message, meta) => {
    if (isWriteFailure(meta?.error)) return;
    if (level === 'error' || level === 'warning') logger.warn({ queue: true }, message);
  });
}
