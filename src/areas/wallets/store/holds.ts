import { sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** Money of a wallet that is kept for a draft. */
export interface HoldRow {
  id: string;
  accountId: string;
  invoiceId: string;
  /** Of an entry that is ON_HOLD more than 0. */
  amount: Decimal;
  /** No more than this is held. */
  requested: Decimal;
  /** False: the draft came to nothing, so the entry has ended; another one begins when there is something. */
  isOpen: boolean;
}

/** What an account keeps for a draft. */
export async function findHold(
  tx: Tx,
  org: Org,
  { accountId, invoiceId }: Pick<HoldRow, 'accountId' | 'invoiceId'>,
): Promise<HoldRow | null> {
  const { rows } = await selectHolds(tx, org, sql`account_id = ${accountId} and entity_id = ${invoiceId}`);
  return rows[0] ?? null;
}

/** In the order in which they were made or last changed. */
export async function listHolds(tx: Tx, org: Org, accountId: string): Promise<HoldRow[]> {
  return (await selectHolds(tx, org, sql`account_id = ${accountId}`)).rows;
}

/** The newest entry for each draft says what is to be held: taken or given back for good, it is nothing. */
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

/** The accounts that keep money for a document, in their order. */
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
