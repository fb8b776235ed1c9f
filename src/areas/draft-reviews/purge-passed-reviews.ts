import type { Database } from '#platform/db/database.ts';
import { removeInPieces } from '#platform/db/remove-in-pieces.ts';
import type { Org } from '#platform/http/operation.ts';
import { deletePassedReviews } from './store/reviews.ts';

/** Minutes of real time; nobody can read its drafts after the first. */
const KEPT_MINUTES = 10;

/** Deletes reviews of drafts as they were. Those of bill runs are deleted with their jobs. */
export function purgePassedReviews(database: Database, org: Org): Promise<number> {
  return removeInPieces(database, org, {
    limit: 20,
    remove: (tx, limit) => deletePassedReviews(tx, org, { minutes: KEPT_MINUTES, limit }),
  });
}
