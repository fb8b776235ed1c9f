import { sql } from 'kysely';
import type { Org } from '../http/operation.ts';
import { LOCK_CLASS } from './advisory-locks.ts';
import type { Tx } from './database.ts';
import { enqueueJob } from './enqueue-job.ts';
import { json } from './json.ts';

/** Something that has to be done at an instant of the organization's clock. */
export interface ScheduledWork {
  kind: string;
  /** One piece per kind and key: planning it again moves it. */
  key: string;
  dueAt: Temporal.Instant;
  /** Order among pieces that are due at the same instant; lower first. */
  rank: number;
  payload: Record<string, string | number | boolean | null>;
}

export interface StoredScheduledWork extends ScheduledWork {
  id: number;
  attempts: number;
}

/** The job that wakes the worker for an organization's scheduled work. */
export const RUN_SCHEDULED_WORK = 'run_due_work';

/** Not given up, and not resting after a failure: what rests in real time lets others go first. */
export const IS_READY = sql`on_hold_at is null and (retry_at is null or retry_at <= clock_timestamp())`;

/** A piece that is planned already is so anew, as if it had never been tried. */
const PLANNED_ANEW = sql`
  on conflict (org_id, kind, key) do update
    set due_at = excluded.due_at, rank = excluded.rank, payload = excluded.payload,
        attempts = 0, last_error = null, reason = null, failing_since = null, retry_at = null,
        on_hold_at = null`;

/** Transactions that a piece of timed work is done in. */
const timed = new WeakSet<Tx>();

/**
 * Plans work in the caller's transaction: it exists exactly if the caller's change does. What should have
 * been done before `now` is due now.
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
  // Whoever does timed work goes on until nothing is due: nobody has to be woken for each of its pieces.
  if (isDue && timed.has(tx)) return;
  // What is due now under a moved sandbox clock must not wait for that year.
  await wake(tx, org, work, isDue ? null : dueAt);
}

/** Wakes the worker for a piece at an instant, or at once. */
export async function wake(
  tx: Tx,
  org: Org,
  { kind, key }: Pick<ScheduledWork, 'kind' | 'key'>,
  at: Temporal.Instant | null,
): Promise<void> {
  await enqueueJob(tx, org, { task: RUN_SCHEDULED_WORK, at, key: `due:${org.orgId}:${kind}:${key}` });
}

/**
 * The same, unless it is planned already: then it stays as it was, and who has it in hands is not waited for.
 * The caller makes sure that a piece which is being done counts for what it wants done.
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
  if (rows.length === 0) return;
  await wake(tx, org, work, work.dueAt);
}

/** Pieces that differ in key and payload only, in their order; planned like one, and with one statement. */
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
  // The first piece also wakes the worker, which then does all that is due.
  await planScheduledWork(tx, org, { ...work, ...first });
  const dueAt = Temporal.Instant.compare(work.dueAt, work.now) <= 0 ? work.now : work.dueAt;
  await sql`
    insert into scheduled_work (org_id, kind, key, due_at, rank, payload)
    select ${org.orgId}, ${work.kind}, piece ->> 'key', ${dueAt}, ${work.rank}, piece -> 'payload'
    from jsonb_array_elements(${json(work.pieces.slice(1))}) with ordinality as pieces (piece, place)
    order by place
    ${PLANNED_ANEW}`.execute(tx);
}

/**
 * What pieces say that wait under keys with a beginning. They are locked: one that is being done is waited
 * for and is then none of them, and none begins before the transaction ends.
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

/** Pieces of one kind that are due at one instant and rank. */
export interface DueGroup {
  dueAt: Temporal.Instant;
  rank: number;
  kind: string;
}

/**
 * What the organization's next piece of work belongs to, if it is due by `until`, and whether at least
 * `crowd` such pieces are waiting.
 */
export async function findNextDue(
  tx: Tx,
  org: Org,
  asked: { until: Temporal.Instant; crowd: number },
): Promise<(DueGroup & { isCrowded: boolean }) | null> {
  const { rows } = await sql<DueGroup & { isCrowded: boolean }>`
    select head.due_at, head.rank, head.kind, (
      select count(*) >= ${asked.crowd} from (
        select 1 from scheduled_work
        where org_id = ${org.orgId} and ${IS_READY} and due_at = head.due_at and rank = head.rank
          and kind = head.kind
        limit ${asked.crowd}) as waiting) as is_crowded
    from (
      select due_at, rank, kind from scheduled_work
      where org_id = ${org.orgId} and ${IS_READY} and due_at <= ${asked.until}
      order by due_at, rank, id limit 1) as head`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Takes the earliest piece out of the list; its effects commit with its removal. One organization's work runs
 * one piece
 * at a time, whoever runs it: the lock is what keeps the order of due times.
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
 * Takes any piece of a group that nobody else has taken, while nothing is waiting that comes before the
 * group. Those who take such pieces share the lock that keeps everybody else out; pieces of other kinds wait
 * for them.
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
 * while they
 * read the clock and write; those that begin later read a clock that has passed the instant this work is due
 * at.
 */
export async function awaitRunningIngestions(tx: Tx, org: Org): Promise<void> {
  await sql`select pg_advisory_lock(${LOCK_CLASS.ingestion}, ${org.orgId})`.execute(tx);
  await sql`select pg_advisory_unlock(${LOCK_CLASS.ingestion}, ${org.orgId})`.execute(tx);
}

/** What `INGESTS` begins with, for a transaction that has begun. */
export async function lockIngestionShared(tx: Tx, org: Org): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${LOCK_CLASS.ingestion}, ${org.orgId})`.execute(tx);
}

/**
 * Until the transaction ends nothing is ingested and no timed work is done. Timed work first, which takes the
 * other lock while it has its own.
 */
export async function lockOutTimedWorkAndIngestion(tx: Tx, org: Org): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_CLASS.scheduledWork}, ${org.orgId})`.execute(tx);
  await sql`select pg_advisory_xact_lock(${LOCK_CLASS.ingestion}, ${org.orgId})`.execute(tx);
}

/** Transactions that are in ingestion now; the database never gives a name of one to another. */
export async function listRunningIngestions(tx: Tx, org: Org): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select virtualtransaction as name from pg_locks
    where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())
      and classid = ${LOCK_CLASS.ingestion} and objid = ${org.orgId} and objsubid = 2`.execute(tx);
  return rows.map(({ name }) => name);
}

/** The organization's clock, with the database's real time. */
export async function readDatabaseClock(tx: Tx, org: Org): Promise<Temporal.Instant> {
  const { rows } = await sql<{ now: Temporal.Instant }>`
    select coalesce(clock_at, clock_timestamp()) as now
    from organizations where org_id = ${org.orgId}`.execute(tx);
  if (!rows[0]) throw new Error('organization is gone');
  return rows[0].now;
}
