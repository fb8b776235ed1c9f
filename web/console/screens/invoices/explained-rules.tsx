import { useSuspenseQuery } from '@tanstack/react-query';
import { listInvoicePricingRulesLogs } from '../../../api/generated/invoices.ts';
import type { PricingRulesLog } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { allRows } from '../../../ui/data-table/all-rows.ts';
import { type Column, quantity, text } from '../../../ui/data-table/columns.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';

const columns: readonly Column<PricingRulesLog>[] = [
  text('ruleName', ({ rule, changes }) => rule?.name ?? changes.keyName ?? changes.key, { place: 'title' }),
  text('ruleCondition', ({ rule }) => rule?.condition),
  text('ruleResult', ({ type, changes }, say) => changes.errorMessage ?? (type ? say(`rule.${type}`) : null)),
  quantity('ruleBefore', ({ changes }) => changes.oldRevenue),
  quantity('ruleAfter', ({ changes }) => changes.newRevenue, { place: 'amount' }),
];

/** What each pricing rule did to the amounts of the invoice, in the order of evaluation. */
export function ExplainedRules({ invoiceId }: { invoiceId: string }) {
  const t = useMessages('invoices');
  const { data } = useSuspenseQuery(one(listInvoicePricingRulesLogs, { invoice_id: invoiceId }));
  return (
    <DataTable
      name={t('rules')}
      columns={columns}
      data={allRows(data.data)}
      idOf={({ id, order }) => `${id} ${order}`}
      say={t as (key: string) => string}
      empty={<EmptyState text={t('noRules')} />}
    />
  );
}
