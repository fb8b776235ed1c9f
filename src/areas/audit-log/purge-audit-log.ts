import type { Database } from '#platform/db/database.ts';
import { removeInPieces } from '#platform/db/remove-in-pieces.ts';
import type { Org } from '#platform/http/operation.ts';
import { ENTITY_TYPES, MONEY_TYPES } from './schema.ts';
import { purgeEntries } from './store/chain.ts';

/**
 * Deletes entries about money after 7 years of real time, and others after 2. Their links stay, so that the
 * chain continues. Returns the number of deleted entries.
 */
export function purgeAuditLog(database: Database, org: Org): Promise<number> {
  return removeInPieces(database, org, {
    limit: 2000,
    max: 100,
    remove: (tx, max) => purgeEntries(tx, { types: ENTITY_TYPES, money: MONEY_TYPES, max }),
  });
}
