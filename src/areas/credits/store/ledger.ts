import { sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { MAX_TRANSACTIONS, type TransactionType } from '../schema.ts';
import type { CreditTransactionsTable } from '../tables.ts';

export type TransactionRow = Omit<CreditTransactionsTable, 'orgId' | 'ordinal' | 'settlementKey'>;

export interface NewTransaction {
  creditId: string;
  transactionType: TransactionType;
  amount: Decimal;
  invoiceId?: string;
  entityId?: string | null;
  settlementKey?: string | null;
}

/** Inserts in the given order. */
export async function insertTransactions(
  tx: Tx,
  org: Org,
  { transactions, now }: { transactions: readonly NewTransaction[]; now: Temporal.Instant },
): Promise<void> {
  if (transactions.length === 0) return;
  const rows = transactions.map(({ invoiceId = null, entityId = null, settlementKey = null, ...plain }) => ({
    ...plain,
    orgId: org.orgId,
    id: newId('ctx', now),
    invoiceId,
    entityId,
    settlementKey,
    createdAt: now,
  }));
  await tx.insertInto('creditTransactions').values(rows).execute();
}

/** Returns the newest thousand, oldest first. */
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

/**
 * Lists the amounts that an invoice took from each credit and that neither it nor its `family` has restored;
 * `family` is the invoice itself and its adjustments.
 */
export async function listUnrestored(
  tx: Tx,
  org: Org,
  { invoiceId, family }: { invoiceId: string; family: readonly string[] },
): Promise<{ creditId: string; amount: Decimal }[]> {
  const { rows } = await sql<{ creditId: string; amount: Decimal }>`
    select credit_id, least(taken, taken_together) as amount
    from (select credit_id, sum(taken) filter (where invoice_id = ${invoiceId}) as taken,
        sum(taken) as taken_together
      from (select credit_id, invoice_id,
          case transaction_type when 'DEBITED' then amount else -amount end as taken
        from credit_transactions
        where org_id = ${org.orgId} and invoice_id = any(${[...family]}::text[])
          and transaction_type in ('DEBITED', 'CREDITED')) moved
      group by credit_id) sums
    where least(taken, taken_together) > 0
    order by credit_id collate "C"`.execute(tx);
  return rows;
}

/** The amount that a credit paid on a line of an invoice. */
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
