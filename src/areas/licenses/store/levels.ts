import { sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { LevelLimit } from '#core/licenses/levels.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { LicenseKey } from './updates.ts';

export interface LevelRow {
  licenseId: string;
  at: Temporal.Instant;
  quantity: Decimal;
}

/**
 * By license and time: the level at `from`, and after each operation instant in `(from, until)`. A license
 * without a level at `from` has no first row.
 */
export async function selectLevels(
  tx: Tx,
  org: Org,
  range: {
    accountId: string;
    licenseIds: readonly string[];
    from: Temporal.Instant;
    until: Temporal.Instant;
  },
): Promise<LevelRow[]> {
  const { rows } = await sql<LevelRow>`
    select wanted.license_id, level.at, level.quantity
    from unnest(${[...range.licenseIds]}::text[]) as wanted (license_id)
    cross join lateral (
      (select ${range.from}::timestamptz as at, u.level as quantity from license_updates u
        where u.org_id = ${org.orgId} and u.account_id = ${range.accountId}
          and u.license_id = wanted.license_id and u.effective_from <= ${range.from}
        order by u.effective_from desc, u.created_at desc, u.ordinal desc limit 1)
      union all
      (select distinct on (u.effective_from) u.effective_from, u.level from license_updates u
        where u.org_id = ${org.orgId} and u.account_id = ${range.accountId}
          and u.license_id = wanted.license_id
          and u.effective_from > ${range.from} and u.effective_from < ${range.until}
        order by u.effective_from, u.created_at desc, u.ordinal desc)) as level
    order by wanted.license_id collate "C", level.at`.execute(tx);
  return rows;
}

/**
 * License limits in an account's live schedules from an instant on. This guard reads schedules of a higher
 * tier, because the limit must be known before licenses are granted.
 */
export async function listLevelLimits(
  tx: Tx,
  org: Org,
  { accountId, licenseId, from }: LicenseKey & { from: Temporal.Instant },
): Promise<LevelLimit[]> {
  const { rows } = await sql<LevelLimit>`
    select s.start_at as "from", s.end_at as until, max.quantity as max_quantity
    from schedules s
    join price_plan_versions v
      on v.org_id = s.org_id and v.plan_id = s.plan_id and v.version = s.plan_version
    join rate_cards c on c.org_id = s.org_id and c.type = 'LICENSE' and c.billable_id = ${licenseId}
      and c.reference_id = coalesce(s.override_reference_id, v.reference_id)
    cross join lateral (
      select (c.details #>> '{licenseRateCard,config,maxQuantity}')::numeric as quantity) as max
    where s.org_id = ${org.orgId} and s.account_id = ${accountId} and s.mode = 'ACTIVE'
      and (s.end_at is null or s.end_at > ${from}) and max.quantity is not null
    order by s.start_at`.execute(tx);
  return rows;
}
