import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import type { Org } from '#platform/http/operation.ts';
import type { StoredCharge } from '../charges/rules.ts';

/** Replaces the charges of a draft; returns false if it is no longer a draft. */
export async function setInvoiceCharges(
  tx: Tx,
  org: Org,
  change: { id: string; items: readonly StoredCharge[] },
): Promise<boolean> {
  const result = await tx
    .updateTable('invoices')
    .set({ miscellaneousCharges: json(change.items) })
    .where('orgId', '=', org.orgId)
    .where('id', '=', change.id)
    .where('status', '=', 'DRAFT')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function findUpcomingCharges(
  tx: Tx,
  org: Org,
  accountId: string,
): Promise<readonly StoredCharge[]> {
  const query = tx
    .selectFrom('upcomingCharges')
    .select('items')
    .where('orgId', '=', org.orgId)
    .where('accountId', '=', accountId);
  return (await query.executeTakeFirst())?.items ?? [];
}

/** Replaces the charges for the next cycle invoice of an account. */
export async function setUpcomingCharges(
  tx: Tx,
  org: Org,
  change: { accountId: string; items: readonly StoredCharge[]; now: Temporal.Instant },
): Promise<void> {
  const { accountId, items, now } = change;
  await tx
    .insertInto('upcomingCharges')
    .values({ orgId: org.orgId, accountId, items: json(items), updatedAt: now })
    .onConflict((conflict) =>
      conflict.columns(['orgId', 'accountId']).doUpdateSet({ items: json(items), updatedAt: now }),
    )
    .execute();
}

/** Removes them from the list, so that they are on exactly one invoice. */
export async function takeUpcomingCharges(
  tx: Tx,
  org: Org,
  accountId: string,
): Promise<readonly StoredCharge[]> {
  const row = await tx
    .deleteFrom('upcomingCharges')
    .where('orgId', '=', org.orgId)
    .where('accountId', '=', accountId)
    .returning('items')
    .executeTakeFirst();
  return row?.items ?? [];
}
