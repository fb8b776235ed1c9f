import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listReceivables } from '../../../api/generated/receivables.ts';
import type { InvoiceGroupAccounts } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Figures } from '../../../ui/figures.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { Money } from '../../../ui/money.tsx';

/** What the group owes, and how much of it is overdue; it leads to the open invoices. */
export function GroupBalance({ group }: { group: InvoiceGroupAccounts }) {
  const t = useMessages('invoiceGroups');
  const { data } = useQuery(one(listReceivables, { debtor_type: 'INVOICE_GROUP', debtor_id: group.id }));
  const row = data?.data.find(({ currency }) => currency === group.invoiceCurrency);
  const isKnown = data !== undefined;
  const money = (amount: string | undefined) => (
    <Money amount={isKnown ? (amount ?? '0') : null} currency={group.invoiceCurrency} />
  );
  return (
    <Figures
      figures={[
        {
          label: t('balanceDue'),
          value: (
            <Link
              to="/receivables/$debtorType/$debtorId"
              params={{ debtorType: 'group', debtorId: group.id }}
              className="hover:underline"
            >
              {money(row?.outstandingAmount)}
            </Link>
          ),
          note: row ? t.count('openInvoices', row.openInvoices) : undefined,
        },
        {
          label: t('overdue'),
          value: money(row?.overdueAmount),
          note: row?.oldestDueDate && <Instant at={row.oldestDueDate} />,
        },
      ]}
    />
  );
}
