import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { listInvoicePayments } from '../../../api/generated/balances.ts';
import { createPayment } from '../../../api/generated/payments.ts';
import type { Invoice, InvoicePayment } from '../../../api/generated/types.ts';
import { subtract } from '../../../format/decimals.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { currencyOf, isDraft, isPayable } from '../../../parts/invoice-summary.ts';
import { List } from '../../../parts/list-page.tsx';
import { RecordLink } from '../../../parts/record-link.tsx';
import { isAllowed, useSession } from '../../../session/session.tsx';
import { buttonClasses } from '../../../ui/button.tsx';
import { type Column, money, text, time } from '../../../ui/data-table/columns.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Section } from '../../../ui/page.tsx';

/** What paid the invoice: payments, and money of wallets, each with the way to where it came from. */
export function InvoicePayments({ invoice }: { invoice: Invoice }) {
  const t = useMessages('invoices');
  const session = useSession();
  const currency = currencyOf(invoice);
  const columns = useMemo(() => columnsOf(invoice.id, currency), [invoice.id, currency]);
  if (isDraft(invoice) || !isAllowed(session, listInvoicePayments)) return null;
  return (
    <Section title={t('payments')} actions={<RecordPayment invoice={invoice} />}>
      <List
        name={t('payments')}
        operation={listInvoicePayments}
        input={{ invoice_id: invoice.id }}
        columns={columns}
        idOf={({ id }) => id}
        say={t}
        empty={<EmptyState text={t(invoice.status === 'PAID' ? 'nothingOwed' : 'noPayments')} />}
      />
    </Section>
  );
}

/** For an invoice that is open: with its number and what is left to pay. */
function RecordPayment({ invoice }: { invoice: Invoice }) {
  const t = useMessages('invoices');
  const { sequenceId, totalAmount, paidAmount } = invoice;
  if (!isPayable(invoice) || sequenceId === undefined) return null;
  return (
    <Allowed operation={createPayment}>
      <Link
        to="/payments/new"
        search={{ line: sequenceId, amount: subtract(totalAmount, paidAmount) }}
        className={buttonClasses()}
      >
        {t('recordPayment')}
      </Link>
    </Allowed>
  );
}

function columnsOf(invoiceId: string, currency: string | undefined): readonly Column<InvoicePayment>[] {
  return [
    time('paidAt', ({ createdAt }) => createdAt),
    text('paymentKind', ({ kind }, say) => say(`payment.${kind}`), { place: 'title' }),
    {
      id: 'origin',
      place: 'meta',
      text: ({ reference, accountId }) => reference ?? accountId,
      cell: (payment, say) => <Origin payment={payment} invoiceId={invoiceId} say={say} />,
    },
    money('amount', ({ amount }) => ({ amount, currency })),
  ];
}

interface OriginProps {
  payment: InvoicePayment;
  invoiceId: string;
  say(key: string): string;
}

/** A payment has a page; money of a wallet leads to the top-ups that it came from. */
function Origin({ payment: { kind, paymentId, reference, accountId }, invoiceId, say }: OriginProps) {
  if (paymentId)
    return (
      <RecordLink area="payments" id={paymentId}>
        {reference ?? paymentId}
      </RecordLink>
    );
  if (kind !== 'WALLET') return '—';
  return (
    <Link
      to="/wallets/$accountId"
      params={{ accountId }}
      search={{ tab: 'uses', entity_id: invoiceId }}
      className="text-accent hover:underline"
    >
      {say('walletOrigin')}
    </Link>
  );
}
