import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** Maximum entitlements of one account in a response. */
export const MAX_ENTITLEMENTS = 1000;

/** A feature for which credits were ever granted. */
export interface GrantedFeature {
  featureId: string;
  /** Whether a purchase that is valid at the instant grants it. */
  isPurchased: boolean;
}

export async function listGrantedFeatures(
  tx: Tx,
  org: Org,
  wanted: { accountId: string; at: Temporal.Instant; featureId?: string },
): Promise<GrantedFeature[]> {
  const { accountId, at, featureId = null } = wanted;
  const { rows } = await sql<GrantedFeature>`
    select w.feature_id, exists (
      select from feature_credit_entries e
      where e.org_id = w.org_id and e.account_id = w.account_id and e.feature_id = w.feature_id
        and e.source = 'ENTITLEMENT' and e.status = 'ACTIVE'
        and e.effective_from <= ${at} and e.effective_until > ${at}) as is_purchased
    from feature_wallets w
    where w.org_id = ${org.orgId} and w.account_id = ${accountId}
      and (${featureId}::text is null or w.feature_id = ${featureId})
    order by w.feature_id collate "C" limit ${MAX_ENTITLEMENTS}`.execute(tx);
  return rows;
}

/** Feature values from settings of the account, else of its plan; settings belong to a lower area. */
export async function listConfiguredValues(
  tx: Tx,
  org: Org,
  wanted: { accountId: string; planId: string | null; featureId?: string },
): Promise<{ featureId: string; value: string }[]> {
  const { accountId, planId, featureId = null } = wanted;
  const { rows } = await sql<{ featureId: string; value: string }>`
    select distinct on (id collate "C") id as feature_id, value from settings
    where org_id = ${org.orgId} and namespace = 'ENTITLEMENT'
      and (entity_type, entity_id) in (('ACCOUNT', ${accountId}), ('PRICE_PLAN', ${planId}))
      and (${featureId}::text is null or id = ${featureId})
    order by id collate "C", entity_type limit ${MAX_ENTITLEMENTS}`.execute(tx);
  return rows;
}
