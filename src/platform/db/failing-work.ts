import { sql } from 'kysely';
import type { Org } from '../http/operation.ts';
import type { Database, Tx } from './database.ts';
import { type Mentioned, mentions } from './mentions.ts';
import { type StoredScheduledWork, wake } from './scheduled-work.ts';

/**
 * Pauses before the next try in seconds of real time, after the first failure, the second and so on: a
 * transient failure is retried at once, a short outage is waited out. When the try after the last pause
 * fails, 1 hour 42 minutes after the first, the work is put on hold.
 */
const PAUSES = [0, 5, 30, 120, 600, 1800, 3600];
/** Tries that conflicted with other changes and are repeated at once: those changes are committed by then. */
const TRIES_AT_ONCE = 5;

/** The failure of a try: details for the operator, and a message for the organization's users. */
export interface WorkFailure {
  message: string;
  reason: string;
}

/**
 * Records a failed try of a piece of work and schedules the next one, after a longer pause each time; other
 * work continues. After the last try the piece is put on hold.
 */
export async function recordFailedWork(
  tx: Tx,
  org: Org,
  { piece, isConflict, ...failure }: WorkFailure & { piece: StoredScheduledWork; isConflict: boolean },
): Promise<{ isOnHold: boolean }> {
  const atOnce = isConflict ? TRIES_AT_ONCE : 0;
  const { rows } = await sql<{ isOnHold: boolean; retryAt: Temporal.Instant | null }>`
    update scheduled_work set attempts = attempts + 1, ${described(failure)},
      retry_at = clock_timestamp() + make_interval(
        secs => case when attempts + 1 < ${atOnce} then 0 else (${PAUSES}::int[])[attempts + 1] end),
      on_hold_at = case when attempts + 1 > ${PAUSES.length} then clock_timestamp() end
    where org_id = ${org.orgId} and id = ${piece.id}
    returning on_hold_at is not null as is_on_hold, retry_at`.execute(tx);
  const { isOnHold = false, retryAt = null } = rows[0] ?? {};
  if (retryAt) await wake(tx, org, piece, retryAt);
  return { isOnHold };
}

/** Erases error messages of failed work that mention a person. */
export async function eraseFailures(tx: Tx, org: Org, { texts }: Pick<Mentioned, 'texts'>): Promise<void> {
  await sql`
    update scheduled_work set last_error = '[erased]' where org_id = ${org.orgId} and last_error is not null
      and ${mentions(sql`last_error`, { texts, ids: [] })}`.execute(tx);
}

/**
 * Postpones a piece of work that needs an unavailable service: the longer the outage, the rarer the tries, at
 * least one a day, and it is never put on hold. The pause is real time, like that of other failed work: a
 * sandbox clock stands still, or moves by months at once. Other work continues meanwhile.
 */
export async function putOffWork(
  tx: Tx,
  org: Org,
  { piece, ...failure }: WorkFailure & { piece: StoredScheduledWork },
): Promise<void> {
  const minutes = Math.min(2 ** Math.min(piece.attempts, 11), 1440);
  const { rows } = await sql<{ retryAt: Temporal.Instant }>`
    update scheduled_work set attempts = attempts + 1, ${described(failure)},
      retry_at = clock_timestamp() + make_interval(mins => ${minutes})
    where org_id = ${org.orgId} and id = ${piece.id}
    returning retry_at`.execute(tx);
  if (rows[0]) await wake(tx, org, piece, rows[0].retryAt);
}

/**
 * Puts every piece with a kind and key on hold, whether it failed or not, until a user requests another try.
 */
export async function holdWork(
  tx: Tx,
  org: Org,
  { kind, key, reason }: { kind: string; key: string; reason: string },
): Promise<void> {
  await sql`
    update scheduled_work set attempts = greatest(attempts, 1), ${described({ message: reason, reason })},
      retry_at = null, on_hold_at = clock_timestamp()
    where org_id = ${org.orgId} and kind = ${kind} and key = ${key}`.execute(tx);
}

function described({ message, reason }: WorkFailure) {
  return sql`last_error = ${message.slice(0, 2000)}, reason = ${reason.slice(0, 500)},
    failing_since = coalesce(failing_since, clock_timestamp())`;
}

/**
 * Retries a failed piece at once, with its count of tries reset. False when it no longer exists: it was done.
 */
export async function retryWork(tx: Tx, org: Org, id: number): Promise<boolean> {
  const { rows } = await sql<Pick<StoredScheduledWork, 'kind' | 'key'>>`
    update scheduled_work set attempts = 0, retry_at = null, on_hold_at = null
    where org_id = ${org.orgId} and id = ${id}
    returning kind, key`.execute(tx);
  const [piece] = rows;
  if (piece) await wake(tx, org, piece, null);
  return piece !== undefined;
}

export interface FailingWork {
  state: 'ON_HOLD' | 'RETRYING';
  pieces: number;
}

/** The amount of failing work over all active organizations. */
export function readFailingWork(database: Database): Promise<FailingWork[]> {
  return database.transaction({ orgId: null, access: 'snapshot', isDirectory: true }, async (tx) => {
    const { rows } = await sql<FailingWork>`select state, pieces from failing_work_state()`.execute(tx);
    return rows;
  });
}
