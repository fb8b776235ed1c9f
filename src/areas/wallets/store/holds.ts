import { sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** Money of a wallet that is kept for a draft. */
export interface HoldRow {
  id: string;
  accountId: string;
  invoiceId: string;
  amount: Decimal;
  /** No more than this is held. */
  requested: Decimal;
}

export async function findHold(tx: Tx, org: Org, invoiceId: string): Promise<HoldRow | null> {
  return (await selectHolds(tx, org).where('entityId', '=', invoiceId).executeTakeFirst()) ?? null;
}

/** In the order in which they were made or last changed. */
export function listHolds(tx: Tx, org: Org, accountId: string): Promise<HoldRow[]> {
  return selectHolds(tx, org).where('accountId', '=', accountId).orderBy('ordinal').execute();
}

function selectHolds(tx: Tx, org: Org) {
  return tx
    .selectFrom('walletEntries')
    .select(['id', 'accountId', 'amount'])
    .select(sql<string>`entity_id`.as('invoiceId'))
    .select(sql<Decimal>`requested`.as('requested'))
    .where('orgId', '=', org.orgId)
    .where('status', '=', sql.lit('ON_HOLD'));
}

export async function insertHold(
  tx: Tx,
  org: Org,
  hold: HoldRow & { description: string; createdAt: Temporal.Instant },
): Promise<void> {
  const { invoiceId: entityId, ...row } = hold;
  await tx
    .insertInto('walletEntries')
    .values({ ...row, orgId: org.orgId, entityId, transactionType: 'DEBITED', status: 'ON_HOLD' })
    .execute();
}

/** It becomes the newest entry, so that the last one closes at what the wallet has. */
export async function changeHold(
  tx: Tx,
  org: Org,
  change: {
    id: string;
    amount: Decimal;
    requested: Decimal;
    now: Temporal.Instant;
    /** It is taken or given back, and changes no more; the movement is absent when nothing is taken. */
    end?: { movementId: number | null; description: string };
  },
): Promise<void> {
  const { id, amount, requested, now, end } = change;
  const ending = end
    ? sql`, status = 'COMPLETED', movement_id = ${end.movementId}, description = ${end.description}`
    : sql``;
  await sql`
    update wallet_entries
    set amount = ${amount}, requested = ${requested}, created_at = ${now}, ordinal = default ${ending}
    where org_id = ${org.orgId} and id = ${id} and status = 'ON_HOLD'`.execute(tx);
}
