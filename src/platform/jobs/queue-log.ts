import { Logger as QueueLogger } from 'graphile-worker';
import { isDatabaseAway, isWriteFailure } from '../db/failures.ts';
import type { Logger } from '../http/server.ts';

/**
 * Writes messages of the queue to the service log. Tasks that fail because the database accepts no writes are
 * left out: the log reports the beginning and the end of that state, and the task is retried.
 */
export function queueLog(logger: Pick<Logger, 'warn'>): QueueLogger {
  return new QueueLogger(() => (level, message, meta) => {
    if (isWriteFailure(meta?.error)) return;
    if (level !== 'error' && level !== 'warning') return;
    // The error is in the message; as a member, it lets the log leave out what it has said already.
    if (!isDatabaseAway(meta?.error)) logger.warn({ queue: true }, message);
    else logger.warn({ queue: true, err: meta?.error }, 'the queue cannot reach the database; trying again');
  });
}
