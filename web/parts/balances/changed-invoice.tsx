import type { PreviewedInvoice } from '../../api/generated/types.ts';
import { compare } from '../../format/decimals.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { ArrowRight } from '../../ui/icons.ts';
import { Period } from '../../ui/instant.tsx';
import { Money } from '../../ui/money.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { invoiceStatus } from '../invoice-summary.ts';
import { RecordLink } from '../record-link.tsx';

/** An invoice before and after: the lines that credits pay, what is paid or held, and what is left to pay. */
export function ChangedInvoice({ invoice }: { invoice: PreviewedInvoice }) {
  const t = useMessages('balances');
  const { currency, statusBefore, statusAfter } = invoice;
  const status = (state: typeof statusBefore) => <StatusBadge look={invoiceStatus.look(state)} say={t} />;
  return (
    <section className="flex min-w-0 flex-col gap-2 rounded-md bg-sunken p-3">
      <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
        <RecordLink area="invoices" id={invoice.invoiceId}>
          {invoice.sequenceId ?? t('draft')}
        </RecordLink>
        <span className="font-normal text-muted">
          <Period start={invoice.startDate} end={invoice.endDate} />
        </span>
        {statusBefore !== statusAfter && (
          <span className="inline-flex items-center gap-1.5 font-normal">
            {status(statusBefore)}
            <ArrowRight aria-label={t('becomes')} className="size-3.5" />
            {status(statusAfter)}
          </span>
        )}
      </h3>
      <dl className="flex flex-col gap-1 tabular-nums">
        {invoice.draws.map((draw) => (
          <Change
            key={`${draw.creditId ?? draw.purpose} ${draw.lineId}`}
            label={t('draw', { line: draw.description, purpose: draw.purpose })}
            before={draw.amountBefore}
            after={draw.amountAfter}
            currency={currency}
          />
        ))}
        <Change label={t('paid')} before={invoice.paidBefore} after={invoice.paidAfter} currency={currency} />
        <Change label={t('held')} before={invoice.heldBefore} after={invoice.heldAfter} currency={currency} />
        <Change
          label={t('amountDue')}
          before={invoice.amountDueBefore}
          after={invoice.amountDueAfter}
          currency={currency}
          isStrong
        />
      </dl>
    </section>
  );
}

interface ChangeProps {
  label: string;
  before: string;
  after: string;
  currency: string;
  isStrong?: boolean;
}

/** Shown if the amounts differ; the sum always is. */
export function Change({ label, before, after, currency, isStrong = false }: ChangeProps) {
  const t = useMessages('balances');
  if (!isStrong && compare(before, after) === 0) return null;
  return (
    <div className={isStrong ? 'flex justify-between gap-4 font-medium' : 'flex justify-between gap-4'}>
      <dt className="min-w-0 break-words">
        <bdi>{label}</bdi>
      </dt>
      <dd className="flex shrink-0 flex-wrap items-center justify-end gap-x-1.5">
        <span className="text-muted">
          <Money amount={before} currency={currency} />
        </span>
        <ArrowRight aria-label={t('becomes')} className="size-3.5 text-muted" />
        <Money amount={after} currency={currency} />
      </dd>
    </div>
  );
}
