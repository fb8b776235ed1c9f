import type { ReactNode } from 'react';
import type { Payment } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ExplainLink } from '../../../parts/explain-link.tsx';
import { RecordLink } from '../../../parts/record-link.tsx';
import { Money } from '../../../ui/money.tsx';
import { useInvoiceNumbers } from './use-invoice-numbers.ts';

/** What a payment paid: invoices by their numbers, credits, and the wallet. */
export function PaymentLines({ payment }: { payment: Payment }) {
  const t = useMessages('payments');
  const numbers = useInvoiceNumbers(payment);
  return (
    <ul className="flex flex-col">
      {payment.lineItemRecords.map(({ type, order, platformId, amount }) => (
        <li key={order} className="flex items-baseline justify-between gap-3 border-b border-line py-2.5">
          <span className="flex min-w-0 flex-wrap gap-x-2">
            {t(`line.${type}`)}
            {platformId && (
              <LineTarget
                type={type}
                id={platformId}
                name={numbers.get(platformId)}
                account={payment.accountId}
              />
            )}
          </span>
          <LineAmount type={type} id={platformId}>
            <Money amount={amount} currency={payment.currency} />
          </LineAmount>
        </li>
      ))}
    </ul>
  );
}

interface LineTargetProps {
  type: LineType;
  id: string;
  /** The number of an invoice. */
  name: string | undefined;
  account: string;
}

function LineTarget({ type, id, name, account }: LineTargetProps) {
  const t = useMessages('payments');
  switch (type) {
    case 'INVOICE':
      return (
        <RecordLink area="invoices" id={id}>
          {name ?? t('invoiceWithoutNumber')}
        </RecordLink>
      );
    case 'CREDIT':
      return (
        <RecordLink area="credits" id={id}>
          {t('openCredit')}
        </RecordLink>
      );
    case 'WALLET_CREDIT':
      return (
        <RecordLink area="wallets" id={account}>
          {t('openWallet')}
        </RecordLink>
      );
    default:
      return type satisfies never;
  }
}

type LineType = Payment['lineItemRecords'][number]['type'];

/** What was paid of an invoice leads to what the invoice charges. */
function LineAmount({ type, id, children }: { type: LineType; id: string | undefined; children: ReactNode }) {
  return type === 'INVOICE' && id ? <ExplainLink invoiceId={id}>{children}</ExplainLink> : children;
}
