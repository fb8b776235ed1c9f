import { type CompiledQuery, sql } from 'kysely';
import { INGESTS } from '#platform/db/advisory-locks.ts';
import { cachedStatement } from '#platform/db/cached-statement.ts';
import type { Database } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { BLOCK_EVENTS } from '../event-numbers.ts';
import { type Changes, COMPARED, isUnchangedSince } from './catalog-changes.ts';
import type { HourRows } from './context-usage.ts';
import { insertKeys, keysWanted } from './event-keys.ts';
import { columnsOf, insertionOfEntered, type NewEvent } from './events.ts';
import { deltaOfEntered, listsOfHours } from './usage-deltas.ts';

/** Events whose outcomes were computed before their transaction began. */
export interface Foreseen {
  /** Digests of their ids, each once (`firstKeyOf`). */
  digests: readonly string[];
  /** Their numbers follow from their indexes. */
  events: readonly NewEvent[];
  /** The usage that they add; all of them have a cycle. */
  hours: HourRows;
  /** The comparison by which all cached facts are valid. */
  compared: Pick<Changes, 'snapshot' | 'atSeconds'>;
  /** The range of the organization's clock for which the outcomes hold, in milliseconds. */
  fromMs: number;
  untilMs: number;
}

/** The database stores up to this many before this process has prepared the next ones. */
const MAX_SHORT = 128;

/** The organization's clock, and the snapshot of the statement. */
export interface Stored extends Pick<Changes, 'snapshot' | 'atSeconds'> {
  now: Temporal.Instant;
  /** The number of the first event. */
  firstSeq: number;
}

/**
 * In one statement, takes ids, stores events and adds their usage, if the facts about them are still valid in
 * the statement's snapshot; otherwise returns null, with nothing stored. Assumes that ids are new: a taken
 * one fails the transaction (`isIdTaken`).
 */
export async function storeAtOnce(database: Database, org: Org, foreseen: Foreseen): Promise<Stored | null> {
  const isShort = foreseen.events.length <= MAX_SHORT;
  const scope = { orgId: org.orgId, lock: INGESTS.lock, isShort };
  const [stored] = await database.single(scope, storing(org, foreseen));
  return stored ?? null;
}

/** The statement of `storeAtOnce`. */
export function storing(org: Org, foreseen: Foreseen): CompiledQuery<Stored> {
  const { digests, events, hours, compared, fromMs, untilMs } = foreseen;
  const indexes = events.map((_, index) => index);
  return statement({
    ...{ snapshot: compared.snapshot, atSeconds: compared.atSeconds },
    ...{ from: instantOf(fromMs), until: instantOf(untilMs) },
    ...keysWanted(org, { digests, indexes }),
    ...columnsOf(events),
    added: listsOfHours(hours),
  });
}

type ValueName =
  | keyof Parameters<typeof isUnchangedSince>[0]
  | keyof Parameters<typeof insertKeys>[0]
  | keyof Parameters<typeof insertionOfEntered>[0]
  | 'added'
  | 'from'
  | 'until';

const statement = cachedStatement<ValueName, Stored>(
  (values) => sql`
    with clock as materialized (
      select coalesce(clock_at, clock_timestamp()) as now from organizations where org_id = ${values.orgId}),
    entered as materialized (
      select now, nextval('event_blocks') * ${sql.lit(BLOCK_EVENTS)} as first_seq from clock
      where now >= ${values.from} and now < ${values.until} and ${isUnchangedSince(values)}),
    taken as (${insertKeys(values)}),
    stored as (${insertionOfEntered(values)}),
    added as (${deltaOfEntered({ orgId: values.orgId, lists: values.added as readonly unknown[] })})
    select now, first_seq, ${COMPARED} from entered`,
);

function instantOf(ms: number): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(ms);
}
