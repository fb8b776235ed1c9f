import { sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import { isOneOf } from '#platform/db/few-values.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Claim } from '#platform/jobs/leased-work.ts';

/** A pass over the accounts of an organization that stores their revenue as of one instant. */
export interface RevenuePass {
  id: string;
  asOf: Temporal.Instant;
  fromAt: Temporal.Instant;
  untilAt: Temporal.Instant;
  timezone: string;
  baseCurrency: string;
  /** The last account that is priced; empty before the first. */
  afterAccount: string;
}

/** Revenue of a local day in the base currency; the billable is empty for revenue of no card. */
export interface RevenueDay {
  startsAt: Temporal.Instant;
  billableId: string;
  isUsage: boolean;
  amount: Decimal;
}

const COLUMNS = sql`
  p.id::text, p.as_of, p.from_at, p.until_at, p.timezone, p.base_currency, p.after_account`;

/** Claims the running pass if it is due: paused, or left by a lost process. */
export async function claimRunningPass(tx: Tx, org: Org, claim: Claim): Promise<RevenuePass | null> {
  const { rows } = await sql<RevenuePass>`
    with due as (
      select id from revenue_passes
      where org_id = ${org.orgId} and completed_at is null and next_attempt_at <= ${claim.now}
      for update skip locked)
    update revenue_passes p set lease = ${claim.lease}, next_attempt_at = ${claim.leaseEndsAt}
    from due where p.org_id = ${org.orgId} and p.id = due.id returning ${COLUMNS}`.execute(tx);
  return rows[0] ?? null;
}

/** Starts a pass under a lease; null if another process did so meanwhile. */
export async function insertPass(
  tx: Tx,
  org: Org,
  { pass, claim }: { pass: Omit<RevenuePass, 'id' | 'afterAccount'>; claim: Claim },
): Promise<RevenuePass | null> {
  const { rows } = await sql<RevenuePass>`
    insert into revenue_passes as p (org_id, as_of, from_at, until_at, timezone, base_currency, started_at,
      next_attempt_at, lease)
    values (${org.orgId}, ${pass.asOf}, ${pass.fromAt}, ${pass.untilAt}, ${pass.timezone},
      ${pass.baseCurrency}, ${claim.now}, ${claim.leaseEndsAt}, ${claim.lease})
    on conflict (org_id) where completed_at is null do nothing
    returning ${COLUMNS}`.execute(tx);
  return rows[0] ?? null;
}

/** Whether no pass is running and none started after an instant. */
export async function isPassDue(tx: Tx, org: Org, since: Temporal.Instant): Promise<boolean> {
  const { rows } = await sql`
    select 1 from revenue_passes
    where org_id = ${org.orgId} and (completed_at is null or started_at > ${since}) limit 1`.execute(tx);
  return rows.length === 0;
}

/** The pass whose lease the caller holds; null if another process has it. */
export async function lockPass(
  tx: Tx,
  org: Org,
  { id, lease }: { id: string; lease: string },
): Promise<RevenuePass | null> {
  const { rows } = await sql<RevenuePass>`
    select ${COLUMNS} from revenue_passes p
    where org_id = ${org.orgId} and id = ${id} and lease = ${lease} and completed_at is null
    for update`.execute(tx);
  return rows[0] ?? null;
}

export async function addRevenueDays(
  tx: Tx,
  org: Org,
  { id, days }: { id: string; days: readonly RevenueDay[] },
): Promise<void> {
  if (days.length === 0) return;
  await sql`
    insert into revenue_days (org_id, pass_id, starts_at, billable_id, is_usage, amount)
    select ${org.orgId}, ${id}, d.starts_at, d.billable_id, d.is_usage, d.amount
    from unnest(${days.map(({ startsAt }) => startsAt.toString())}::timestamptz[],
      ${days.map(({ billableId }) => billableId)}::text[], ${days.map(({ isUsage }) => isUsage)}::boolean[],
      ${days.map(({ amount }) => amount.toFixed())}::numeric[])
      as d (starts_at, billable_id, is_usage, amount)
    on conflict (org_id, pass_id, starts_at, billable_id, is_usage)
      do update set amount = revenue_days.amount + excluded.amount`.execute(tx);
}

/** The accounts up to this one are priced; a process that takes over the pass continues behind it. */
export async function movePass(
  tx: Tx,
  org: Org,
  { id, afterAccount }: { id: string; afterAccount: string },
): Promise<void> {
  await sql`
    update revenue_passes set after_account = ${afterAccount}
    where org_id = ${org.orgId} and id = ${id}`.execute(tx);
}

/** The pass may be claimed again at an instant. */
export async function pausePass(
  tx: Tx,
  org: Org,
  { id, lease, until }: { id: string; lease: string; until: Temporal.Instant },
): Promise<void> {
  await sql`
    update revenue_passes set lease = null, next_attempt_at = ${until}
    where org_id = ${org.orgId} and id = ${id} and lease = ${lease} and completed_at is null`.execute(tx);
}

/** From now on requests read this pass. Deletes the ones before it. */
export async function completePass(
  tx: Tx,
  org: Org,
  { id, at }: { id: string; at: Temporal.Instant },
): Promise<void> {
  await sql`
    update revenue_passes set completed_at = ${at}, lease = null, next_attempt_at = null
    where org_id = ${org.orgId} and id = ${id}`.execute(tx);
  await sql`delete from revenue_passes where org_id = ${org.orgId} and id < ${id}`.execute(tx);
}

export async function findCompletePass(tx: Tx, org: Org): Promise<RevenuePass | null> {
  const { rows } = await sql<RevenuePass>`
    select ${COLUMNS} from revenue_passes p
    where org_id = ${org.orgId} and completed_at is not null order by id desc limit 1`.execute(tx);
  return rows[0] ?? null;
}

/** Days in `[from, until)`; `billableIds` and `isUsageOnly` as in a query of the metric. */
export async function listRevenueDays(
  tx: Tx,
  org: Org,
  query: {
    passId: string;
    from: Temporal.Instant;
    until: Temporal.Instant;
    billableIds: string[] | undefined;
    isUsageOnly: boolean;
  },
): Promise<RevenueDay[]> {
  const { passId, from, until, billableIds, isUsageOnly } = query;
  const { rows } = await sql<RevenueDay>`
    select starts_at, billable_id, is_usage, amount from revenue_days
    where org_id = ${org.orgId} and pass_id = ${passId} and starts_at >= ${from} and starts_at < ${until}
      ${isUsageOnly ? sql`and is_usage` : sql``}
      ${billableIds ? sql`and ${isOneOf('billable_id', billableIds)}` : sql``}
    order by starts_at, billable_id, is_usage`.execute(tx);
  return rows;
}
