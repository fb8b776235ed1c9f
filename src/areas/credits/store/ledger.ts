import { sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { MAX_TRANSACTIONS, type TransactionType } from '../schema.ts';
import type { CreditTransactionsTable } from '../tables.ts';

export type TransactionRow = Omit<CreditTransactionsTable, 'orgId' | 'ordinal'>;

export interface NewTransaction {
  creditId: string;
  transactionType: TransactionType;
  amount: Decimal;
  invoiceId?: string;
  entityId?: string | null;
}

/** In the given order. */
export async function insertTransactions(
  tx: Tx,
  org: Org,
  { transactions, now }: { transactions: readonly NewTransaction[]; now: Temporal.Instant },
): Promise<void> {
  if (transactions.length === 0) return;
  const rows = transactions.map(({ invoiceId = null, entityId = null, ...plain }) => ({
    ...plain,
    orgId: org.orgId,
    id: newId('ctx', now),
    invoiceId,
    entityId,
    createdAt: now,
  }));
  await tx.insertInto('creditTransactions').values(rows).execute();
}

/** The newest thousand, the oldest of them first. */
export async function listTransactions(tx: Tx, org: Org, creditId: string): Promise<TransactionRow[]> {
  const newest = await tx
    .selectFrom('creditTransactions')
    .select(['id', 'creditId', 'transactionType', 'invoiceId', 'entityId', 'amount', 'createdAt'])
    .where('orgId', '=', org.orgId)
    .where('creditId', '=', creditId)
    .orderBy('ordinal', 'desc')
    .limit(MAX_TRANSACTIONS)
    .execute();
  return newest.reverse();
}

/** What an invoice took of each credit and has not given back. */
export async function listUnrestored(
  tx: Tx,
  org: Org,
  invoiceId: string,
): Promise<{ creditId: string; amount: Decimal }[]> {
  const { rows } = await sql<{ creditId: string; amount: Decimal }>`
    select d.credit_id, d.amount from credit_transactions d
    where d.org_id = ${org.orgId} and d.invoice_id = ${invoiceId} and d.transaction_type = 'DEBITED'
      and not exists (select 1 from credit_transactions c
        where c.org_id = d.org_id and c.invoice_id = d.invoice_id and c.credit_id = d.credit_id
          and c.transaction_type = 'CREDITED')
    order by d.credit_id collate "C"`.execute(tx);
  return rows;
}

/** What a credit paid of a line of an invoice. */
export interface CreditUse {
  creditId: string;
  lineId: string;
  amount: Decimal;
}

export async function insertUses(
  tx: Tx,
  org: Org,
  { invoiceId, uses, now }: { invoiceId: string; uses: readonly CreditUse[]; now: Temporal.Instant },
): Promise<void> {
  if (uses.length === 0) return;
  const rows = uses.map(({ creditId, lineId, amount }) => ({
    orgId: org.orgId,
    creditId,
    invoiceId,
    lineId,
    amount,
    createdAt: now,
  }));
  await tx.insertInto('creditUses').values(rows).execute();
}
