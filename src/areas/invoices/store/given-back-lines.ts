import { sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** What is left of a line of an issued invoice in advance after all kinds of give-back. */
export interface LeftOfLine {
  invoiceId: string;
  lineId: string;
  nth: number;
  left: Decimal;
}

/** Returns one of them; null if there is no such line. */
export function leftOf(
  lines: readonly LeftOfLine[],
  { invoiceId, lineId, nth = 0 }: { invoiceId: string; lineId: string; nth?: number },
): Decimal | null {
  const line = lines.find((each) => {
    return each.invoiceId === invoiceId && each.lineId === lineId && each.nth === nth;
  });
  return line?.left ?? null;
}

/** For lines of cards, whose charge is the amount of their explanation. */
export async function sumLeftOfLines(tx: Tx, org: Org, invoiceIds: readonly string[]): Promise<LeftOfLine[]> {
  if (invoiceIds.length === 0) return [];
  const { rows } = await sql<LeftOfLine>`
    with lines as (
      select i.id as invoice_id, line ->> 'lineId' as line_id,
        row_number() over (partition by i.id, line ->> 'lineId' order by position)::integer - 1 as nth,
        (line #>> '{rounding,rounded}')::numeric as charged
      from invoices i,
        jsonb_array_elements(i.document::jsonb -> 'explanations') with ordinality as e (line, position)
      where i.org_id = ${org.orgId} and i.id = any(${[...new Set(invoiceIds)]}))
    select invoice_id, line_id, nth, charged - coalesce((select sum(g.net) from charge_give_backs g
      where g.org_id = ${org.orgId} and g.invoice_id = lines.invoice_id and g.of = 'GROSS'
        and g.line_id = lines.line_id and g.nth = lines.nth and g.withdrawn_at is null), 0) as left
    from lines where line_id is not null`.execute(tx);
  return rows;
}
