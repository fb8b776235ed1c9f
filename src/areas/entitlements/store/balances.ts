import { sql } from 'kysely';
import { type Decimal, ZERO } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { WalletKey } from './wallets.ts';

export interface FeatureBalance {
  /** Credits of the valid entries, and their balance. */
  granted: Decimal;
  balance: Decimal;
  /** Usable overage in the current block; null: unlimited. */
  overageLimit: Decimal | null;
  usedOverage: Decimal;
}

const NOTHING: FeatureBalance = {
  granted: ZERO,
  balance: ZERO,
  overageLimit: ZERO,
  usedOverage: ZERO,
};

/** An account's credits for a feature at an instant (`metering-pricing.md` 11.4). */
export async function readFeatureBalance(
  tx: Tx,
  org: Org,
  wanted: WalletKey & { at: Temporal.Instant },
): Promise<FeatureBalance> {
  const { featureId, ...account } = wanted;
  const balances = await listFeatureBalances(tx, org, { ...account, featureIds: [featureId] });
  return balances.get(featureId) ?? NOTHING;
}

/** Balances of several features; omits those that the account never had credits for. */
export async function listFeatureBalances(
  tx: Tx,
  org: Org,
  wanted: { accountId: string; featureIds: readonly string[]; at: Temporal.Instant },
): Promise<Map<string, FeatureBalance>> {
  const { accountId, featureIds, at } = wanted;
  const { rows } = await sql<FeatureBalance & { featureId: string }>`
    select w.feature_id,
      coalesce(sum(e.granted) filter (where e.status = 'ACTIVE' and e.source <> 'OVERAGE'), 0) as granted,
      coalesce(sum(e.granted - e.used) filter (where e.status = 'ACTIVE' and e.source <> 'OVERAGE'), 0)
        as balance,
      case when not coalesce(bool_or(e.granted is null) filter (where e.status = 'ACTIVE'), false)
        then coalesce(sum(e.granted) filter (where e.status = 'ACTIVE' and e.source = 'OVERAGE'), 0) end
        as overage_limit,
      coalesce(sum(e.used) filter (where e.source = 'OVERAGE'), 0) as used_overage
    from feature_wallets w
    left join feature_credit_entries e on e.org_id = w.org_id and e.account_id = w.account_id
      and e.feature_id = w.feature_id and e.effective_from <= ${at} and e.effective_until > ${at}
    where w.org_id = ${org.orgId} and w.account_id = ${accountId} and w.feature_id = any(${featureIds})
    group by w.feature_id`.execute(tx);
  return new Map(rows.map(({ featureId, ...balance }) => [featureId, balance]));
}

/** Overage of events in `[from, until)`: the quantity of an overage card. */
export async function sumOverage(
  tx: Tx,
  org: Org,
  range: WalletKey & { from: Temporal.Instant; until: Temporal.Instant },
): Promise<Decimal> {
  const { rows } = await sql<{ units: Decimal }>`
    select coalesce(sum(units), 0) as units from feature_debits
    where org_id = ${org.orgId} and account_id = ${range.accountId} and feature_id = ${range.featureId}
      and is_overage and event_time >= ${range.from} and event_time < ${range.until}`.execute(tx);
  return rows[0]?.units ?? ZERO;
}

/** Overage between two boundaries, by the boundary before it. */
export interface OverageBucket extends WalletKey {
  at: Temporal.Instant;
  units: Decimal;
}

/** Overage of the accounts' events in `[from, until)`, cut at ascending boundaries. */
export async function listOverageBuckets(
  tx: Tx,
  org: Org,
  range: {
    accountIds: readonly string[];
    from: Temporal.Instant;
    until: Temporal.Instant;
    /** The first is not after `from`. */
    borders: readonly Temporal.Instant[];
  },
): Promise<OverageBucket[]> {
  const { accountIds, from, until, borders } = range;
  const { rows } = await sql<OverageBucket>`
    select account_id, feature_id,
      (${borders}::timestamptz[])[width_bucket(event_time, ${borders}::timestamptz[])] as at,
      sum(units) as units
    from feature_debits
    where org_id = ${org.orgId} and account_id = any(${accountIds}) and is_overage
      and event_time >= ${from} and event_time < ${until}
    group by 1, 2, 3 order by 3`.execute(tx);
  return rows;
}
