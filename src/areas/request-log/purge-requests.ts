import { removeInPieces } from '#platform/db/remove-in-pieces.ts';
import type { Maintenance } from '#platform/http/area.ts';
import { deleteOld } from './store/writes.ts';

/** Deletes requests after the days that the operator has set, in real time; more an hour than can arrive. */
export const purgeRequests: Maintenance = async (database, org, { requestLog: { days } }) => {
  await removeInPieces(database, org, {
    ...{ limit: 2_000, max: 500 },
    remove: (tx, limit) => deleteOld(tx, org.orgId, { table: 'logged_requests', days, limit }),
  });
  await removeInPieces(database, org, {
    limit: 5_000,
    remove: (tx, limit) => deleteOld(tx, org.orgId, { table: 'request_log_gaps', days: GAP_DAYS, limit }),
  });
};

/** Longer than any request is kept. */
const GAP_DAYS = 30;
