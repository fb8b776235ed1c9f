import { sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** Money of a wallet that is held for a draft. */
export interface HoldRow {
  id: string;
  accountId: string;
  invoiceId: string;
  /** More than 0 for an entry that is ON_HOLD. */
  amount: Decimal;
  /** The maximum to hold. */
  requested: Decimal;
  /** False: the draft's total was 0, so the entry has ended; another begins when the total is positive. */
  isOpen: boolean;
}

/** Finds the hold of an account for a draft. */
export async function findHold(
  tx: Tx,
  org: Org,
  { accountId, invoiceId }: Pick<HoldRow, 'accountId' | 'invoiceId'>,
): Promise<HoldRow | null> {
  const { rows } = await selectHolds(tx, org, sql`account_id = ${accountId} and entity_id = ${invoiceId}`);
  return rows[0] ?? null;
}

/** In the order in which they were created or last changed. */
export async function listHolds(tx: Tx, org: Org, accountId: string): Promise<HoldRow[]> {
  return (await selectHolds(tx, org, sql`account_id = ${accountId}`)).rows;
}

/** The newest entry for each draft gives the amount to hold: nothing after a final debit or release. */
function selectHolds(tx: Tx, org: Org, which: ReturnType<typeof sql>) {
  return sql<HoldRow>`
    select id, account_id, entity_id as invoice_id, amount, requested, status = 'ON_HOLD' as is_open
    from (
      select distinct on (entity_id) * from wallet_entries
      where org_id = ${org.orgId} and ${which} and requested is not null
      order by entity_id, ordinal desc) as newest
    where status = 'ON_HOLD' or (amount = 0 and requested > 0)
    order by ordinal`.execute(tx);
}

/** Lists the accounts that hold money for a document, in their order. */
export async function listHolders(tx: Tx, org: Org, invoiceId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('walletEntries')
    .select('accountId')
    .where('orgId', '=', org.orgId)
    .where('entityId', '=', invoiceId)
    .where('status', '=', sql.lit('ON_HOLD'))
    .orderBy('accountId')
    .execute();
  return rows.map(({ accountId }) => accountId);
}

export async function insertHold(
  tx: Tx,
  org: Org,
  hold: HoldRow & { description: string; createdAt: Temporal.Instant },
): Promise<void> {
  const { invoiceId: entityId, isOpen, ...row } = hold;
  const status = isOpen ? 'ON_HOLD' : 'COMPLETED';
  await tx
    .insertInto('walletEntries')
    .values({ ...row, orgId: org.orgId, entityId, transactionType: 'DEBITED', status })
    .execute();
}

/** It becomes the newest entry, so that the last entry's closing balance is the wallet's balance. */
export async function changeHold(
  tx: Tx,
  org: Org,
  change: {
    id: string;
    amount: Decimal;
    requested: Decimal;
    now: Temporal.Instant;
    /**
     * Set if the hold is debited or released and no longer changes; the movement is absent if nothing is
     * debited.
     */
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
