import type { Invoice } from '../../../api/generated/types.ts';
import { subtract } from '../../../format/decimals.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ExplainLink } from '../../../parts/explain-link.tsx';
import { currencyOf, customerNameOf, isDraft } from '../../../parts/invoice-summary.ts';
import { RecordLink } from '../../../parts/record-link.tsx';
import { Instant, Period } from '../../../ui/instant.tsx';
import { Money } from '../../../ui/money.tsx';
import { Facts } from '../../../ui/page.tsx';

/** Whose it is, what it amounts to, and its days. */
export function InvoiceFacts({ invoice }: { invoice: Invoice }) {
  const t = useMessages('invoices');
  const currency = currencyOf(invoice);
  const isEstimate = isDraft(invoice);
  const isOfGroup = invoice.invoiceDetails?.invoiceGroup !== undefined;
  return (
    <Facts
      facts={[
        { label: t('customer'), value: <Customer invoice={invoice} /> },
        { label: t(isOfGroup ? 'group' : 'account'), value: <Owner invoice={invoice} /> },
        {
          label: t('total'),
          value: (
            // As high as the values beside it, though a finger can hit it.
            <span className="-my-1.5 inline-flex">
              <ExplainLink invoiceId={invoice.id}>
                <Money amount={invoice.totalAmount} currency={currency} isEstimate={isEstimate} />
              </ExplainLink>
            </span>
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
        { label: t('plan'), value: <Plan invoice={invoice} /> },
        { label: t('computed'), value: <Instant at={invoice.generatedAt} isRelative /> },
      ]}
    />
  );
}

function Customer({ invoice }: { invoice: Invoice }) {
  const { customerId } = invoice;
  if (customerId === undefined) return '—';
  return (
    <RecordLink area="customers" id={customerId}>
      {customerNameOf(invoice)}
    </RecordLink>
  );
}

/** The account or the group that is billed. */
function Owner({ invoice: { ownerId, invoiceDetails } }: { invoice: Invoice }) {
  if (ownerId === undefined) return '—';
  const { account, invoiceGroup } = invoiceDetails ?? {};
  return (
    <RecordLink area={invoiceGroup ? 'invoice-groups' : 'accounts'} id={ownerId}>
      {invoiceGroup?.name ?? account?.name ?? ownerId}
    </RecordLink>
  );
}

function Plan({ invoice: { pricePlanId, invoiceDetails } }: { invoice: Invoice }) {
  const name = invoiceDetails?.pricePlanName ?? '—';
  if (pricePlanId === undefined) return <bdi>{name}</bdi>;
  return (
    <RecordLink area="plans" id={pricePlanId}>
      {name}
    </RecordLink>
  );
}
