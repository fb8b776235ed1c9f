import { type RawBuilder, sql } from 'kysely';
import { everyLine } from '#areas/journal/index.ts';
import { DEFAULT_CHART } from '#core/ledger-accounts.ts';
import type { SourceContext } from './sources.ts';

/** The lines of the journal, with the numbers and names of the setting LEDGER_ACCOUNTS. */
export function journalRows({ org }: Pick<SourceContext, 'org'>): RawBuilder<unknown> {
  const named = (member: 'number' | 'name') =>
    sql`coalesce(chart.own -> l.account ->> ${member}, chart.usual -> l.account ->> ${member})`;
  return sql`
    select l.booked_at, l.id as line_id, l.entry_id, l.kind, l.currency, l.account,
      ${named('number')} as ledger_number, ${named('name')} as ledger_name,
      greatest(l.amount, 0) as debit, greatest(-l.amount, 0) as credit, l.invoice_id,
      i.sequence_id as number, l.payment_id, l.credit_id, l.account_id
    from ${everyLine(org)} as l
    cross join (
      select ${JSON.stringify(DEFAULT_CHART)}::jsonb as usual, (
        select s.value::jsonb from settings s
        where s.org_id = ${org.orgId} and s.entity_type = 'ORGANIZATION' and s.entity_id = ${org.id}
          and s.namespace = 'PLATFORM' and s.id = 'LEDGER_ACCOUNTS') as own) as chart
    left join invoices i on i.org_id = ${org.orgId} and i.id = l.invoice_id`;
}
