import { sql } from 'kysely';
import type { Org } from '../http/operation.ts';
import type { Database, Tx } from './database.ts';
import { type Mentioned, mentions } from './mentions.ts';
import { type StoredScheduledWork, wake } from './scheduled-work.ts';

/**
 * Seconds of real time before the next try, after the first failure, the second and so on: what was the fault
 * of a moment is done at once, a short outage is waited out. When the try after the last pause fails, 1 hour
 * 42 minutes after the first, the piece is parked.
 */
const PAUSES = [0, 5, 30, 120, 600, 1800, 3600];
/** Tries that met other changes and are made again at once: those others are done by then. */
const TRIES_AT_ONCE = 5;

/** What a try ended with: for the operator, and in words for whoever looks after the organization. */
export interface WorkFailure {
  message: string;
  reason: string;
}

/**
 * Counts a failed try of a piece, which rests before the next one, longer each time, while others go on.
 * After the last it is parked for somebody to look at.
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

/** What failed pieces were told by the database or others goes where it mentions a person by a text. */
export async function eraseFailures(tx: Tx, org: Org, { texts }: Pick<Mentioned, 'texts'>): Promise<void> {
  await sql`
    update scheduled_work set last_error = '[erased]' where org_id = ${org.orgId} and last_error is not null
      and ${mentions(sql`last_error`, { texts, ids: [] })}`.execute(tx);
}

/**
 * Puts a piece off that met something which is away: the longer it is, the rarer it is tried, at least once a
 * day, and it is never parked. Its due time moves, so that nothing else waits for it.
 */
export async function putOffWork(
  tx: Tx,
  org: Org,
  { piece, ...failure }: WorkFailure & { piece: StoredScheduledWork },
): Promise<void> {
  const minutes = Math.min(2 ** Math.min(piece.attempts, 11), 1440);
  const dueAt = piece.dueAt.add({ minutes });
  const { rows } = await sql<{ at: Temporal.Instant }>`
    update scheduled_work set attempts = attempts + 1, ${described(failure)}, due_at = ${dueAt}
    where org_id = ${org.orgId} and id = ${piece.id}
    returning clock_timestamp() + make_interval(mins => ${minutes}) as at`.execute(tx);
  if (rows[0]) await wake(tx, org, piece, rows[0].at);
}

/** Parks every piece with a kind and key, whether it failed or not, until somebody asks for another try. */
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

/** A piece that fails is tried at once, with all its tries before it. False when it is gone: it was done. */
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

/** How much work fails, of all active organizations together. */
export function readFailingWork(database: Database): Promise<FailingWork[]> {
  return database.transaction({ orgId: null, access: 'snapshot', isDirectory: true }, async (tx) => {
    const { rows } = await sql<FailingWork>`select state, pieces from failing_work_state()`.execute(tx);
    return rows;
  });
}
