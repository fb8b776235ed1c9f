import { sql } from 'kysely';
import { type Decimal, ZERO } from '#core/decimal.ts';
import type { CorrectionInput } from '#core/invoice/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import type { Org } from '#platform/http/operation.ts';
import type { ChargeGiveBacksTable } from '../tables.ts';

export type GiveBack = Omit<ChargeGiveBacksTable, 'orgId' | 'id' | 'withdrawnAt'>;

/** The give-back of an invoice by settlements that were not withdrawn. */
export interface SettlementRow {
  lineId: string;
  nth: number;
  net: Decimal;
  isDiscounted: boolean;
  key: string;
  correction: CorrectionInput | null;
}

/** The database rejects more than is left of a line. */
export async function insertGiveBacks(tx: Tx, org: Org, rows: readonly GiveBack[]): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(({ correction, ...row }) => {
    return { ...row, orgId: org.orgId, correction: correction && json(correction) };
  });
  await tx.insertInto('chargeGiveBacks').values(values).execute();
}

export async function listSettlementRows(tx: Tx, org: Org, invoiceId: string): Promise<SettlementRow[]> {
  const rows = await tx
    .selectFrom('chargeGiveBacks')
    .select(['lineId', 'nth', 'net', 'isDiscounted', 'key', 'correction'])
    .where('orgId', '=', org.orgId)
    .where('invoiceId', '=', invoiceId)
    .where('way', '=', 'SETTLEMENT')
    .where('withdrawnAt', 'is', null)
    .orderBy('id')
    .execute();
  return rows as SettlementRow[];
}

export async function hasSettlement(
  tx: Tx,
  org: Org,
  { accountId, keys }: { accountId: string; keys: readonly string[] },
): Promise<boolean> {
  const row = await tx
    .selectFrom('chargeGiveBacks')
    .select('id')
    .where('orgId', '=', org.orgId)
    .where('accountId', '=', accountId)
    .where('key', 'in', [...keys])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Sums the reductions of an invoice, or of its merged invoices, by settlements. */
export async function sumSettledMoney(tx: Tx, org: Org, invoiceId: string): Promise<Decimal> {
  const { rows } = await sql<{ money: Decimal | null }>`
    select sum(g.money) as money
    from charge_give_backs g join invoices i on i.org_id = g.org_id and i.id = g.invoice_id
    where g.org_id = ${org.orgId} and (i.id = ${invoiceId} or i.merged_into = ${invoiceId})
      and g.way = 'SETTLEMENT' and g.withdrawn_at is null`.execute(tx);
  return rows[0]?.money ?? ZERO;
}

/** Withdraws the give-backs of an invoice by settlements, or those of a void credit note. */
export async function withdrawGiveBacks(
  tx: Tx,
  org: Org,
  { of, now }: { of: { settlementsOf: string } | { noteId: string }; now: Temporal.Instant },
): Promise<void> {
  const which =
    'noteId' in of
      ? sql<boolean>`note_id = ${of.noteId}`
      : sql<boolean>`invoice_id = ${of.settlementsOf} and way = 'SETTLEMENT'`;
  await tx
    .updateTable('chargeGiveBacks')
    .set({ withdrawnAt: now })
    .where('orgId', '=', org.orgId)
    .where('withdrawnAt', 'is', null)
    .where(which)
    .execute();
}
