import { sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** The amount that a draft would take from a credit. */
export interface CreditHold {
  creditId: string;
  invoiceId: string;
  amount: Decimal;
}

export async function listHolds(tx: Tx, org: Org, accountId: string): Promise<CreditHold[]> {
  const { rows } = await sql<CreditHold>`
    select h.credit_id, h.invoice_id, h.amount from credit_holds h
    join credits c on c.org_id = h.org_id and c.id = h.credit_id
    where h.org_id = ${org.orgId} and c.account_id = ${accountId} and c.status = 'ACTIVE'
    order by h.credit_id collate "C", h.invoice_id collate "C"`.execute(tx);
  return rows;
}

export async function insertHolds(tx: Tx, org: Org, holds: readonly CreditHold[]): Promise<void> {
  if (holds.length === 0) return;
  await tx
    .insertInto('creditHolds')
    .values(
      holds.map(({ creditId, invoiceId, amount }) => ({ orgId: org.orgId, creditId, invoiceId, amount })),
    )
    .execute();
}

export async function deleteHolds(
  tx: Tx,
  org: Org,
  holds: readonly Pick<CreditHold, 'creditId' | 'invoiceId'>[],
): Promise<void> {
  if (holds.length === 0) return;
  const [creditIds, invoiceIds] = [
    holds.map(({ creditId }) => creditId),
    holds.map(({ invoiceId }) => invoiceId),
  ];
  await sql`
    delete from credit_holds
    where org_id = ${org.orgId} and (credit_id, invoice_id) in (
      select * from unnest(${creditIds}::text[], ${invoiceIds}::text[]))`.execute(tx);
}

export async function deleteHoldsOfInvoice(tx: Tx, org: Org, invoiceId: string): Promise<void> {
  await sql`delete from credit_holds where org_id = ${org.orgId} and invoice_id = ${invoiceId}`.execute(tx);
}

export async function deleteHoldsOfCredits(tx: Tx, org: Org, creditIds: readonly string[]): Promise<void> {
  await sql`
    delete from credit_holds
    where org_id = ${org.orgId} and credit_id = any(${[...creditIds]})`.execute(tx);
}
