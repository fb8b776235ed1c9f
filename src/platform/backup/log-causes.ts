import type { Logger } from '../http/server.ts';

/** One line for each cause of a repeated failure, and one when it is over. */
export interface CauseLog {
  failed(error: unknown): void;
  succeeded(): void;
}

const REPEATED_AFTER_MS = 3_600_000;

export function causeLog(
  logger: Pick<Logger, 'error' | 'info'>,
  { failure, success }: { failure: string; success: string },
  now: () => number = Date.now,
): CauseLog {
  const saidMs = new Map<string, number>();
  return {
    failed: (error) => {
      const cause = error instanceof Error ? error.message : String(error);
      const last = saidMs.get(cause);
      if (last !== undefined && now() - last < REPEATED_AFTER_MS) return;
      saidMs.set(cause, now());
      logger.error({ err: error }, failure);
    },
    succeeded: () => {
      if (saidMs.size > 0) logger.info(success);
      saidMs.clear();
    },
  };
}
