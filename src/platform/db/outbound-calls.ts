import { type Generated, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Org } from '../http/operation.ts';
import type { Claim } from '../jobs/leased-work.ts';
import type { Tx } from './database.ts';
import { enqueueJob } from './enqueue-job.ts';
import { json } from './json.ts';

/**
 * The columns that every table of calls to an external service has; an area adds its own. A call is stored
 * with its cause, in one transaction, and made after the commit. All instants are in real time.
 */
export interface OutboundCallsTable {
  orgId: number;
  /** The idempotency key of the call at the service. */
  id: string;
  /** Immutable: repeated calls under one key have the same content. */
  content: object;
  /** OPEN until its outcome is known or it is given up. */
  status: string;
  attempts: Generated<number>;
  firstCalledAt: Temporal.Instant | null;
  /** Null if it is not OPEN. During a call: when another process may take it over. */
  nextAttemptAt: Temporal.Instant | null;
  lease: string | null;
  lastError: string | null;
  createdAt: Temporal.Instant;
}

export type OutboundCall = Selectable<OutboundCallsTable>;

/** The calls of one area: its table, and which of them may be made and deleted. */
export interface CallOutbox {
  /** The name in the database, such as `provider_calls`. */
  table: string;
  /** The queue task that wakes the calls of an organization. */
  task: string;
  /** Whether a due call `c` may be made; default: always. */
  isReady?: (org: Org) => RawBuilder<boolean>;
  /** Whether an old call `c` that is not OPEN no longer counts. */
  isObsolete: RawBuilder<boolean>;
}

/** The columns of the area. */
type Columns = Readonly<Record<string, unknown>>;

/** Stores a call, unless one with its key is stored already, and wakes the worker after the commit. */
export async function queueCall(
  tx: Tx,
  org: Org,
  outbox: CallOutbox,
  call: Pick<OutboundCall, 'id' | 'content'> & Columns,
): Promise<void> {
  const { content, ...own } = call;
  const columns = { orgId: org.orgId, content: json(content), status: 'OPEN', ...own };
  const names = Object.keys(columns).map((name) => sql.ref(name));
  await sql`
    insert into ${sql.table(outbox.table)} (${sql.join(names)}, next_attempt_at, created_at)
    values (${sql.join(Object.values(columns))}, clock_timestamp(), clock_timestamp())
    on conflict (org_id, id) do nothing`.execute(tx);
  await wakeCalls(tx, org, outbox);
}

/** At the commit, or at an instant of real time. */
export async function wakeCalls(
  tx: Tx,
  org: Org,
  { task }: CallOutbox,
  at: Temporal.Instant | null = null,
): Promise<void> {
  await enqueueJob(tx, org, { task, at });
}

/**
 * Claims due calls; concurrent processes get different ones, and the calls of a lost process are due again
 * after its lease.
 */
export async function claimCalls<R extends OutboundCall>(
  tx: Tx,
  org: Org,
  { table, isReady, now, lease, leaseEndsAt, max }: CallOutbox & Claim,
): Promise<R[]> {
  const { rows } = await sql<R>`
    update ${sql.table(table)} set lease = ${lease}, next_attempt_at = ${leaseEndsAt},
      attempts = attempts + 1, first_called_at = coalesce(first_called_at, ${now})
    where org_id = ${org.orgId} and id in (
      select c.id from ${sql.table(table)} c
      where c.org_id = ${org.orgId} and c.next_attempt_at <= ${now} and ${isReady?.(org) ?? sql`true`}
      order by c.next_attempt_at limit ${max} for update skip locked)
    returning *`.execute(tx);
  return rows;
}

/** A claimed call. */
type Leased = Record<'id' | 'lease', string>;

/** The outcome of a call: its final status, and columns of the area. */
export interface Ending {
  status: string;
  lastError: string | null;
  columns?: Columns;
}

/** Returns false if the caller has lost its lease: to another process, or because nobody waits any more. */
export async function endCall(
  tx: Tx,
  org: Org,
  { table, id, lease, ending }: CallOutbox & Leased & { ending: Ending },
): Promise<boolean> {
  const { status, lastError, columns } = ending;
  const changes = Object.entries({ status, lastError, ...columns }).map(
    ([name, value]) => sql`${sql.ref(name)} = ${value}`,
  );
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set next_attempt_at = null, lease = null, ${sql.join(changes)}
    where org_id = ${org.orgId} and id = ${id} and lease = ${lease}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Schedules the next attempt of a call whose outcome is unknown. */
export async function postponeCall(
  tx: Tx,
  org: Org,
  postponed: { outbox: CallOutbox } & Leased & { nextAttemptAt: Temporal.Instant; lastError: string },
): Promise<void> {
  const { outbox, id, lease, nextAttemptAt, lastError } = postponed;
  await sql`
    update ${sql.table(outbox.table)}
    set next_attempt_at = ${nextAttemptAt}, lease = null, last_error = ${lastError}
    where org_id = ${org.orgId} and id = ${id} and lease = ${lease}`.execute(tx);
  await wakeCalls(tx, org, outbox, nextAttemptAt);
}

/** Counts the hours of open calls anew from the next attempt, because nobody could make them before. */
export async function restartCalls(tx: Tx, org: Org, { table }: CallOutbox): Promise<void> {
  await sql`
    update ${sql.table(table)} set first_called_at = null
    where org_id = ${org.orgId} and status = 'OPEN' and first_called_at is not null`.execute(tx);
}

/** Deletes old calls that no longer count. Returns their number. */
export async function deleteOldCalls(
  tx: Tx,
  org: Org,
  { table, isObsolete, before, limit }: CallOutbox & { before: Temporal.Instant; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where org_id = ${org.orgId} and id = any(array(
      select c.id from ${sql.table(table)} c
      where c.org_id = ${org.orgId} and c.created_at < ${before} and c.status <> 'OPEN' and ${isObsolete}
      order by c.created_at limit ${limit}))`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
