import { realNow } from '#platform/db/clock.ts';
import { removeInPieces } from '#platform/db/remove-in-pieces.ts';
import type { Upkeep } from '#platform/http/area.ts';
import { deleteOldCalls } from './store/calls.ts';

const KEPT = { hours: 30 * 24 } as const;

/**
 * Deletes calls of hooks after 30 days of real time (`money-platform.md` 21). The response behind an issued
 * document is kept as long as the document.
 */
export const purgeOldCalls: Upkeep = (database, org) => {
  const before = realNow().subtract(KEPT);
  return removeInPieces(database, org, {
    limit: 1000,
    remove: (tx, limit) => deleteOldCalls(tx, org, { before, limit }),
  });
};
