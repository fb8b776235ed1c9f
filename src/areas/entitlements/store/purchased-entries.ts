import { sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** An entry that a purchase granted. */
export interface PurchasedEntry {
  featureId: string;
  featureName: string;
  granted: Decimal;
  /** The remaining credits: zero once the entry has ended or is voided. */
  available: Decimal;
  effectiveFrom: Temporal.Instant;
  effectiveUntil: Temporal.Instant;
  updatedAt: Temporal.Instant;
}

/** In the order of the purchase. */
export async function listPurchasedEntries(
  tx: Tx,
  org: Org,
  wanted: {
    accountId: string;
    purchaseId: string;
    featureIds: readonly string[];
    at: Temporal.Instant;
  },
): Promise<PurchasedEntry[]> {
  const { accountId, purchaseId, featureIds, at } = wanted;
  if (featureIds.length === 0) return [];
  const { rows } = await sql<PurchasedEntry>`
    select e.feature_id, f.name as feature_name, e.granted, e.effective_from, e.effective_until, e.updated_at,
      case when e.status = 'ACTIVE' and e.effective_until > ${at} then e.granted - e.used else 0 end
        as available
    from feature_credit_entries e
    join features f on f.org_id = e.org_id and f.id = e.feature_id
    where e.org_id = ${org.orgId} and e.account_id = ${accountId} and e.feature_id = any(${[...featureIds]})
      and e.source = 'ENTITLEMENT' and starts_with(e.id, ${`${purchaseId}#`})
    order by split_part(split_part(e.id, '#', 2), '$', 1)::integer`.execute(tx);
  return rows;
}
