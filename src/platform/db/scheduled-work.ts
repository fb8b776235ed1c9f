import { sql } from 'kysely';
import type { Org } from '../http/operation.ts';
import { LOCK_CLASS } from './advisory-locks.ts';
import type { Tx } from './database.ts';
import { enqueueJob, enqueueJobByClock } from './enqueue-job.ts';
import { json } from './json.ts';

/** Work that is due at an instant of the organization's clock. */
export interface ScheduledWork {
  kind: string;
  /** One piece per kind and key: scheduling it again moves it. */
  key: string;
  dueAt: Temporal.Instant;
  /** Order among pieces due at the same instant; lower first. */
  rank: number;
  payload: Record<string, string | number | boolean | null>;
}

export interface StoredScheduledWork extends ScheduledWork {
  id: number;
  attempts: number;
}

/** The job that wakes the worker for an organization's scheduled work. */
export const RUN_SCHEDULED_WORK = 'run_due_work';

/** Neither on hold nor pausing after a failure: while a piece pauses in real time, other work continues. */
export const IS_READY = sql`on_hold_at is null and (retry_at is null or retry_at <= clock_timestamp())`;

/** Scheduling an existing piece again resets it, as if it had never been tried. */
const PLANNED_ANEW = sql`
  on conflict (org_id, kind, key) do update
    set due_at = excluded.due_at, rank = excluded.rank, payload = excluded.payload,
        attempts = 0, last_error = null, reason = null, failing_since = null, retry_at = null,
        on_hold_at = null`;

/** Transactions that run a piece of scheduled work. */
const timed = new WeakSet<Tx>();

/**
 * Schedules work in the caller's transaction: it exists exactly if the caller's change does. Work whose time
 * is before `now` is due now.
 */
export async function planScheduledWork(
  tx: Tx,
  org: Org,
  work: ScheduledWork & { now: Temporal.Instant },
): Promise<void> {
  const isDue = Temporal.Instant.compare(work.dueAt, work.now) <= 0;
  const dueAt = isDue ? work.now : work.dueAt;
  await sql`
    insert into scheduled_work (org_id, kind, key, due_at, rank, payload)
    values (${org.orgId}, ${work.kind}, ${work.key}, ${dueAt}, ${work.rank}, ${json(work.payload)})
    ${PLANNED_ANEW}`.execute(tx);
  // A run of scheduled work continues until nothing is due: it needs no wake-up for each piece.
  if (!(isDue && timed.has(tx))) await wakeWhenDue(tx, org, work);
}

/** With a moved sandbox clock, work that is due now must not wait for real time to reach that date. */
async function wakeWhenDue(
  tx: Tx,
  org: Org,
  work: Pick<ScheduledWork, 'kind' | 'key' | 'dueAt'> & { now: Temporal.Instant },
): Promise<void> {
  const { dueAt, now } = work;
  if (Temporal.Instant.compare(dueAt, now) <= 0) await wake(tx, org, work, null);
  else await enqueueJobByClock(tx, org, { task: RUN_SCHEDULED_WORK, at: dueAt, key: keyOf(org, work) });
}

function keyOf({ orgId }: Org, { kind, key }: Pick<ScheduledWork, 'kind' | 'key'>): string {
  return `due:${orgId}:${kind}:${key}`;
}

/** Wakes the worker for a piece at an instant of real time, or at once. */
export async function wake(
  tx: Tx,
  org: Org,
  piece: Pick<ScheduledWork, 'kind' | 'key'>,
  at: Temporal.Instant | null,
): Promise<void> {
  await enqueueJob(tx, org, { task: RUN_SCHEDULED_WORK, at, key: keyOf(org, piece) });
}

/**
 * Schedules work unless it is scheduled already: an existing piece is unchanged, and a lock on it is not
 * waited for. The caller must make sure that a running piece also covers the new request.
 */
export async function planScheduledWorkOnce(
  tx: Tx,
  org: Org,
  work: ScheduledWork & { now: Temporal.Instant },
): Promise<void> {
  const { rows } = await sql`
    insert into scheduled_work (org_id, kind, key, due_at, rank, payload)
    values (${org.orgId}, ${work.kind}, ${work.key}, ${work.dueAt}, ${work.rank}, ${json(work.payload)})
    on conflict do nothing returning 1`.execute(tx);
  if (rows.length > 0) await wakeWhenDue(tx, org, work);
}

/** Schedules pieces that differ only in key and payload, in their order, with one statement. */
export async function planManyScheduledWork(
  tx: Tx,
  org: Org,
  work: Omit<ScheduledWork, 'key' | 'payload'> & {
    pieces: readonly Pick<ScheduledWork, 'key' | 'payload'>[];
    now: Temporal.Instant;
  },
): Promise<void> {
  const [first] = work.pieces;
  if (!first) return;
  // The first piece also wakes the worker, which then runs everything that is due.
  await planScheduledWork(tx, org, { ...work, ...first });
  const dueAt = Temporal.Instant.compare(work.dueAt, work.now) <= 0 ? work.now : work.dueAt;
  await sql`
    insert into scheduled_work (org_id, kind, key, due_at, rank, payload)
    select ${org.orgId}, ${work.kind}, piece ->> 'key', ${dueAt}, ${work.rank}, piece -> 'payload'
    from jsonb_array_elements(${json(work.pieces.slice(1))}) with ordinality as pieces (piece, position)
    order by position
    ${PLANNED_ANEW}`.execute(tx);
}

/**
 * Payloads of pending pieces whose keys have a prefix. The pieces are locked: a running one is waited for and
 * then excluded, and none starts before the transaction ends.
 */
export async function holdScheduledWork(
  tx: Tx,
  org: Org,
  { kind, keyPrefix }: { kind: string; keyPrefix: string },
): Promise<ScheduledWork['payload'][]> {
  const { rows } = await sql<Pick<ScheduledWork, 'payload'>>`
    select payload from scheduled_work
    where org_id = ${org.orgId} and kind = ${kind} and starts_with(key, ${keyPrefix})
    order by id for update`.execute(tx);
  return rows.map(({ payload }) => payload);
}

export async function cancelScheduledWork(
  tx: Tx,
  org: Org,
  work: { kind: string; key: string },
): Promise<void> {
  await sql`
    delete from scheduled_work
    where org_id = ${org.orgId} and kind = ${work.kind} and key = ${work.key}`.execute(tx);
}

/** Whether a piece of a kind is ready to run by an instant; one that runs in this transaction is not. */
export async function isPlannedUntil(
  tx: Tx,
  org: Org,
  { kind, until }: { kind: string; until: Temporal.Instant },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from scheduled_work
    where org_id = ${org.orgId} and kind = ${kind} and ${IS_READY} and due_at <= ${until} limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Pieces of one kind that are due at one instant and rank. */
export interface DueGroup {
  dueAt: Temporal.Instant;
  rank: number;
  kind: string;
}

/**
 * The group of the organization's next piece of work, if it is due by `until`, and whether at least `crowd`
 * pieces of it are pending.
 */
export async function findNextDue(
  tx: Tx,
  org: Org,
  requested: { until: Temporal.Instant; crowd: number },
): Promise<(DueGroup & { isCrowded: boolean }) | null> {
  const { rows } = await sql<DueGroup & { isCrowded: boolean }>`
    select head.due_at, head.rank, head.kind, (
      select count(*) >= ${requested.crowd} from (
        select 1 from scheduled_work
        where org_id = ${org.orgId} and ${IS_READY} and due_at = head.due_at and rank = head.rank
          and kind = head.kind
        limit ${requested.crowd}) as waiting) as is_crowded
    from (
      select due_at, rank, kind from scheduled_work
      where org_id = ${org.orgId} and ${IS_READY} and due_at <= ${requested.until}
      order by due_at, rank, id limit 1) as head`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Takes the earliest piece off the list; its effects commit with its removal. An organization's work runs one
 * piece at a time, in whichever process: the lock keeps the order of due times.
 */
export async function takeNextScheduledWork(
  tx: Tx,
  org: Org,
  until: Temporal.Instant,
): Promise<StoredScheduledWork | null> {
  timed.add(tx);
  await sql`select pg_advisory_xact_lock(${LOCK_CLASS.scheduledWork}, ${org.orgId})`.execute(tx);
  const { rows } = await sql<StoredScheduledWork>`
    delete from scheduled_work where org_id = ${org.orgId} and id = (
      select id from scheduled_work
      where org_id = ${org.orgId} and ${IS_READY} and due_at <= ${until}
      order by due_at, rank, id limit 1)
    returning id, kind, key, due_at, rank, payload, attempts`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Takes any free piece of a group while no pending piece precedes the group. Takers share the lock that
 * excludes everyone else; pieces of other kinds wait for them.
 */
export async function takeFromGroup(tx: Tx, org: Org, group: DueGroup): Promise<StoredScheduledWork | null> {
  timed.add(tx);
  await sql`select pg_advisory_xact_lock_shared(${LOCK_CLASS.scheduledWork}, ${org.orgId})`.execute(tx);
  const { rows } = await sql<StoredScheduledWork>`
    delete from scheduled_work where org_id = ${org.orgId} and id = (
      select id from scheduled_work
      where org_id = ${org.orgId} and ${IS_READY}
        and due_at = ${group.dueAt} and rank = ${group.rank} and kind = ${group.kind}
        and not exists (
          select 1 from scheduled_work as before
          where before.org_id = ${org.orgId} and ${IS_READY}
            and (before.due_at, before.rank) < (${group.dueAt}, ${group.rank}))
      order by id limit 1 for update skip locked)
    returning id, kind, key, due_at, rank, payload, attempts`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Waits until every ingestion that began before this call has committed. Ingestions hold the lock shared
 * while they read the clock and write; later ones read a clock that has passed the instant at which this work
 * is due.
 */
export async function awaitRunningIngestions(tx: Tx, org: Org): Promise<void> {
  await sql`select pg_advisory_lock(${LOCK_CLASS.ingestion}, ${org.orgId})`.execute(tx);
  await sql`select pg_advisory_unlock(${LOCK_CLASS.ingestion}, ${org.orgId})`.execute(tx);
}

/** Takes the lock of `INGESTS` in a transaction that has begun. */
export async function lockIngestionShared(tx: Tx, org: Org): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${LOCK_CLASS.ingestion}, ${org.orgId})`.execute(tx);
}

/**
 * Blocks ingestion and scheduled work until the transaction ends. Locks scheduled work first, which takes the
 * other lock while it holds its own.
 */
export async function lockOutTimedWorkAndIngestion(tx: Tx, org: Org): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_CLASS.scheduledWork}, ${org.orgId})`.execute(tx);
  await sql`select pg_advisory_xact_lock(${LOCK_CLASS.ingestion}, ${org.orgId})`.execute(tx);
}

/** Running ingestion transactions, by ids that the database never reuses. */
export async function listRunningIngestions(tx: Tx, org: Org): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select virtualtransaction as name from pg_locks
    where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())
      and classid = ${LOCK_CLASS.ingestion} and objid = ${org.orgId} and objsubid = 2`.execute(tx);
  return rows.map(({ name }) => name);
}

/** The organization's clock; real time is the database's. */
export async function readDatabaseClock(tx: Tx, org: Org): Promise<Temporal.Instant> {
  const { rows } = await sql<{ now: Temporal.Instant }>`
    select coalesce(clock_at, clock_timestamp()) as now
    from organizations where org_id = ${org.orgId}`.execute(tx);
  if (!rows[0]) throw new Error('organization is gone');
  return rows[0].now;
}

/** Reads a text of a payload, which only areas write. */
export function readText(payload: StoredScheduledWork['payload'], name: string): string {
  const value = payload[name];
  if (typeof value !== 'string') throw new TypeError(`the scheduled work has no ${name}`);
  return value;
}
