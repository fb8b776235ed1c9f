import type { Logger } from '../http/server.ts';
import { seldom } from '../seldom.ts';

/** One line for each cause of a repeated failure, and one when it is over. */
export interface CauseLog {
  failed(error: unknown): void;
  succeeded(): void;
}

const REPEATED_AFTER_MS = 3_600_000;

export function causeLog(
  logger: Pick<Logger, 'error' | 'info'>,
  { failure, success }: { failure: string; success: string },
): CauseLog {
  const said = seldom(REPEATED_AFTER_MS);
  return {
    failed: (error) => {
      const cause = error instanceof Error ? error.message : String(error);
      if (said.isDue(cause)) logger.error({ err: error }, failure);
    },
    succeeded: () => {
      if (said.forget()) logger.info(success);
    },
  };
}
