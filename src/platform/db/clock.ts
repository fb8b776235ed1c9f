import { sql } from 'kysely';
import type { Org } from '../http/operation.ts';
import type { Tx } from './database.ts';

/** Real time: production's clock, and the sandbox's until it is first moved. */
export function realNow(): Temporal.Instant {
  return Temporal.Now.instant().round({ smallestUnit: 'microsecond', roundingMode: 'trunc' });
}

/**
 * The organization's clock. Once a sandbox clock has been moved, it stands still until it is moved again, so
 * that a scenario has the same instants in every run.
 */
export async function readClock(tx: Tx, org: Org): Promise<Temporal.Instant> {
  if (org.environment === 'production') return realNow();
  const { rows } = await sql<{ clockAt: Temporal.Instant | null }>`
    select clock_at from organizations where org_id = ${org.orgId}`.execute(tx);
  return rows[0]?.clockAt ?? realNow();
}

/**
 * Stops a sandbox clock that still follows real time, locks its row and returns its time. One statement reads
 * and writes the time: an instant that was read before could be compared with a later one, and the clock
 * would go on running.
 */
export async function freezeClock(tx: Tx, org: Org): Promise<Temporal.Instant> {
  const { rows } = await sql<{ now: Temporal.Instant }>`
    update organizations set clock_at = coalesce(clock_at, clock_timestamp())
    where org_id = ${org.orgId} and environment = 'sandbox'
    returning clock_at as now`.execute(tx);
  if (!rows[0]) throw new Error(`organization ${org.id} has no clock that can be stopped`);
  return rows[0].now;
}

/**
 * Moves a frozen sandbox clock forward, and never backwards, even under concurrent moves. Has no effect on a
 * clock that follows real time: `freezeClock` stops it.
 */
export async function moveClock(tx: Tx, org: Org, to: Temporal.Instant): Promise<void> {
  await sql`
    update organizations set clock_at = ${to}
    where org_id = ${org.orgId} and environment = 'sandbox' and clock_at < ${to}`.execute(tx);
}

/** Whether a sandbox clock has been moved; until then it follows real time. */
export async function isClockMoved(tx: Tx, org: Org): Promise<boolean> {
  const { rows } =
    await sql`select 1 from organizations where org_id = ${org.orgId} and clock_at is not null`.execute(tx);
  return rows.length > 0;
}
