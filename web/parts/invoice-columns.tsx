import type { InvoiceSummary } from '../api/generated/types.ts';
import { now } from '../format/time.ts';
import { type Column, identifier, money, status, text, time } from '../ui/data-table/columns.tsx';
import { Money } from '../ui/money.tsx';
import { ExplainLink } from './explain-link.tsx';
import { currencyOf, customerNameOf, invoiceLook, isDraft } from './invoice-summary.ts';

export const invoiceColumns: readonly Column<InvoiceSummary>[] = [
  text('number', (invoice) => invoice.sequenceId ?? null, { place: 'meta' }),
  text('customer', customerNameOf, { place: 'title' }),
  status('status', (invoice) => invoiceLook(invoice, now())),
  {
    ...money('total', totalOf),
    cell: (invoice) => (
      <ExplainLink invoiceId={invoice.id}>
        <Money {...totalOf(invoice)} hasCode />
      </ExplainLink>
    ),
  },
  time('invoiceDate', ({ invoiceDate }) => invoiceDate),
  time('dueDate', ({ dueDate }) => dueDate, { place: 'none' }),
  text('plan', ({ invoiceDetails }) => invoiceDetails?.pricePlanName, { place: 'none' }),
  text('account', ({ ownerId }) => ownerId, { isExtra: true }),
  money('paid', (invoice) => ({ amount: invoice.paidAmount, currency: currencyOf(invoice) }), {
    isExtra: true,
    place: 'none',
  }),
  identifier('id', ({ id }) => id, { isExtra: true }),
];

function totalOf(invoice: InvoiceSummary) {
  return { amount: invoice.totalAmount, currency: currencyOf(invoice), isEstimate: isDraft(invoice) };
}
