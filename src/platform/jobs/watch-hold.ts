import type { Database } from '../db/database.ts';
import { isHeld, readOutgoingHolds } from '../db/outgoing-hold.ts';
import type { Logger } from '../http/server.ts';
import { repeat } from '../repeat.ts';

const EVERY_MS = 10_000;
/** So that a rotated log still says it. */
const REPEATED_AFTER_MS = 10 * 60_000;

interface Watched {
  database: Database;
  logger: Pick<Logger, 'info' | 'warn'>;
}

/** Says in the log that outgoing messages are held: at the start, every ten minutes, and at each change. */
export function watchOutgoingHold(watched: Watched): { stop(): void } {
  const look = holdReporter(watched);
  const onFault = (error: unknown) =>
    watched.logger.warn({ err: error }, 'whether outgoing messages are held could not be read');
  look().catch(() => undefined); // the next round says it
  return repeat(() => look(), { everyMs: EVERY_MS, onFault });
}

/** One look; `nowMs` is monotonic. */
export function holdReporter({ database, logger }: Watched): (nowMs?: number) => Promise<void> {
  let said: { held: string; at: number } | null = null;
  return async (nowMs = performance.now()) => {
    const holds = (await readOutgoingHolds(database)).filter(isHeld);
    const held = holds.map(({ kind }) => kind).join(', ');
    const isNew = held !== (said?.held ?? '');
    if (!isNew && (held === '' || (said !== null && nowMs - said.at < REPEATED_AFTER_MS))) return;
    said = { held, at: nowMs };
    const [first] = holds;
    if (!first) return logger.info('outgoing messages are released');
    logger.warn(
      { held, since: first.heldAt.toString(), reason: first.reason },
      'outgoing messages are held: they wait until an operator releases them, on the page System of the ' +
        'console or with npm run outgoing',
    );
  };
}
