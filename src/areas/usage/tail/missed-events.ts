import type { Database } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { listSeenEvents } from '../store/tail.ts';
import { BlocksRead } from './blocks-read.ts';
import type { Wants } from './event-filter.ts';

/** So many events, whether wanted or not, may lie between what was heard last and now. */
const MOST_MISSED = 10_000;

/**
 * Numbers of the events after one that was heard, up to what the poller had read when the listener joined;
 * all later ones reach it by the poller. Null when there are too many, or when that event is not there.
 */
export async function findMissed(
  database: Database,
  org: Org,
  { after, known, wants }: { after: number; known: BlocksRead; wants: Wants },
): Promise<number[] | null> {
  const ranges = [{ first: after, after: Number.MAX_SAFE_INTEGER }];
  const [heard, ...missed] = await database.transaction({ orgId: org.orgId, access: 'read' }, (tx) =>
    listSeenEvents(tx, org, { ranges, limit: MOST_MISSED + 2 }),
  );
  if (heard?.seq !== after || missed.length > MOST_MISSED) return null;
  return missed.filter((event) => known.has(BlocksRead.of(event.seq)) && wants(event)).map(({ seq }) => seq);
}
