import type { Database } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { listSeenEvents } from '../store/tail.ts';
import { BlocksRead } from './blocks-read.ts';
import type { Wants } from './event-filter.ts';

/** Maximum events, matching or not, between the last received one and now. */
const MAX_MISSED = 10_000;

/**
 * Numbers of the events after a given one, up to the poller's position when the listener joined; the poller
 * delivers all later ones. Null if there are too many, or if that event does not exist.
 */
export async function findMissed(
  database: Database,
  org: Org,
  { after, known, wants }: { after: number; known: BlocksRead; wants: Wants },
): Promise<number[] | null> {
  const ranges = [{ first: after, after: Number.MAX_SAFE_INTEGER }];
  const [heard, ...missed] = await database.transaction({ orgId: org.orgId, access: 'read' }, (tx) =>
    listSeenEvents(tx, org, { ranges, limit: MAX_MISSED + 2 }),
  );
  if (heard?.seq !== after || missed.length > MAX_MISSED) return null;
  return missed.filter((event) => known.has(BlocksRead.of(event.seq)) && wants(event)).map(({ seq }) => seq);
}
