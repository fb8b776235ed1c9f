import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** Finds the request that a caller sent with an idempotency key. */
export async function findInvoiceByKey(
  tx: Tx,
  org: Org,
  { ownerId, key }: { ownerId: string; key: string },
): Promise<{ id: string; request: string | null } | null> {
  const row = await tx
    .selectFrom('invoices')
    .select(['id', 'request'])
    .where('orgId', '=', org.orgId)
    .where('ownerId', '=', ownerId)
    .where('idempotencyKey', '=', key)
    .executeTakeFirst();
  return row ?? null;
}
