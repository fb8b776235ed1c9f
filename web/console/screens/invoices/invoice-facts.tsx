import type { Invoice } from '../../../api/generated/types.ts';
import { subtract } from '../../../format/decimals.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ExplainLink } from '../../../parts/explain-link.tsx';
import { currencyOf, customerNameOf, isDraft } from '../../../parts/invoice-summary.ts';
import { Instant, Period } from '../../../ui/instant.tsx';
import { Money } from '../../../ui/money.tsx';
import { Facts } from '../../../ui/page.tsx';

/** Whose it is, what it amounts to, and its days. */
export function InvoiceFacts({ invoice }: { invoice: Invoice }) {
  const t = useMessages('invoices');
  const currency = currencyOf(invoice);
  const isEstimate = isDraft(invoice);
  return (
    <Facts
      facts={[
        { label: t('customer'), value: <bdi>{customerNameOf(invoice)}</bdi> },
        {
          label: t('total'),
          value: (
            <ExplainLink invoiceId={invoice.id}>
              <Money amount={invoice.totalAmount} currency={currency} isEstimate={isEstimate} />
            </ExplainLink>
          ),
        },
        { label: t('paid'), value: <Money amount={invoice.paidAmount} currency={currency} /> },
        {
          label: t('open'),
          value: <Money amount={subtract(invoice.totalAmount, invoice.paidAmount)} currency={currency} />,
        },
        {
          label: t('period'),
          value: (
            <Period
              {...(invoice.startDate && { start: invoice.startDate })}
              {...(invoice.endDate && { end: invoice.endDate })}
            />
          ),
        },
        { label: t('invoiceDate'), value: <Instant at={invoice.invoiceDate} /> },
        { label: t('dueDate'), value: <Instant at={invoice.dueDate} /> },
        { label: t('plan'), value: <bdi>{invoice.invoiceDetails?.pricePlanName ?? '—'}</bdi> },
        { label: t('computed'), value: <Instant at={invoice.generatedAt} isRelative /> },
      ]}
    />
  );
}
