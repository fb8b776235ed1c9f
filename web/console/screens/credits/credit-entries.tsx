import type { CreditDetails, CreditTransaction } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ExplainLink } from '../../../parts/explain-link.tsx';
import { RecordLink } from '../../../parts/record-link.tsx';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { Money } from '../../../ui/money.tsx';
import { runningBalance } from './credit-view.ts';

const TONES: Record<CreditTransaction['transactionType'], Tone> = {
  CREDITED: 'good',
  DEBITED: 'info',
  EXPIRED: 'warn',
  VOIDED: 'neutral',
};

/** Every entry with the balance after it; a debit leads to the invoice that it paid. */
export function CreditEntries({ credit }: { credit: CreditDetails }) {
  const t = useMessages('credits');
  return (
    <ul className="flex flex-col">
      {runningBalance(credit.transactions).map(({ entry, balance }) => (
        <li
          key={entry.id}
          className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 border-b border-line py-2.5 sm:grid-cols-[8rem_8rem_1fr_8rem_8rem]"
        >
          <Instant at={entry.createdAt} isExact />
          <span>
            <Badge tone={TONES[entry.transactionType]}>{t(`entry.${entry.transactionType}`)}</Badge>
          </span>
          <span className="min-w-0">
            {entry.invoiceId && <RecordLink area="invoices" id={entry.invoiceId} />}
          </span>
          <span className="text-end">
            <EntryAmount entry={entry} credit={credit} />
          </span>
          <span className="text-end text-muted">
            <Money amount={balance} currency={credit.creditUnit} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function EntryAmount({ entry, credit }: { entry: CreditTransaction; credit: CreditDetails }) {
  const amount = <Money amount={entry.amount} currency={credit.creditUnit} />;
  if (!entry.invoiceId) return amount;
  // The invoice has the credit as a line, which lists the lines that it paid.
  return (
    <ExplainLink invoiceId={entry.invoiceId} line={credit.id}>
      {amount}
    </ExplainLink>
  );
}
