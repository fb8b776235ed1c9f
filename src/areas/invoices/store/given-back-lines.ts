import { sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** What is left of a line of an invoice in advance of which something was given back. */
export interface LeftOfLine {
  invoiceId: string;
  lineId: string;
  nth: number;
  left: Decimal;
}

export async function sumLeftOfLines(tx: Tx, org: Org, invoiceIds: readonly string[]): Promise<LeftOfLine[]> {
  if (invoiceIds.length === 0) return [];
  const { rows } = await sql<LeftOfLine>`
    select invoice_id, line_id, nth, max(charged) - sum(net) as left
    from charge_give_backs
    where org_id = ${org.orgId} and invoice_id = any(${[...new Set(invoiceIds)]})
      and of = 'GROSS' and withdrawn_at is null
    group by invoice_id, line_id, nth`.execute(tx);
  return rows;
}
