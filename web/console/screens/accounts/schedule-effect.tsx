import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { previewSchedules } from '../../../api/generated/invoices.ts';
import type { PreviewedBill } from '../../../api/generated/types.ts';
import { one } from '../../../api/queries.ts';
import { compare } from '../../../format/decimals.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { RecordLink } from '../../../parts/record-link.tsx';
import { ArrowRight } from '../../../ui/icons.ts';
import { Period } from '../../../ui/instant.tsx';
import { Money } from '../../../ui/money.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** What a draft of the schedules does to the draft invoices of an account, as the service computes it. */
export function ScheduleEffect({ accountId }: { accountId: string }) {
  const t = useMessages('schedule');
  const { data, error } = useQuery({
    ...one(previewSchedules, { account_id: accountId }),
    retry: false,
    placeholderData: keepPreviousData,
  });
  if (error) return <ProblemNotice error={error} />;
  return (
    <section aria-label={t('effect')} className="flex flex-col gap-2">
      <h3 className="font-medium">{t('effect')}</h3>
      {!data ? (
        <Skeleton lines={1} />
      ) : data.bills.length === 0 ? (
        <p className="text-muted">{t('effectNone')}</p>
      ) : (
        <ul className="flex flex-col">
          {data.bills.map((bill) => (
            <Bill key={`${bill.invoiceId} ${bill.startDate} ${bill.statusAfter}`} bill={bill} />
          ))}
        </ul>
      )}
      <p className="text-muted">{t('effectText')}</p>
    </section>
  );
}

function Bill({ bill }: { bill: PreviewedBill }) {
  const t = useMessages('schedule');
  const { invoiceId, currency, startDate, endDate, totalBefore, totalAfter, statusAfter } = bill;
  const isSame =
    totalBefore !== undefined && totalAfter !== undefined && compare(totalBefore, totalAfter) === 0;
  const isIssued = statusAfter !== undefined && statusAfter !== 'DRAFT';
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-2">
      <span className="flex min-w-0 flex-wrap gap-x-2">
        {invoiceId === undefined ? (
          t(isIssued ? 'effectIssued' : 'effectNew')
        ) : (
          <RecordLink area="invoices" id={invoiceId}>
            {t('effectDraft')}
          </RecordLink>
        )}
        <span className="text-muted">
          <Period start={startDate} end={endDate} />
        </span>
      </span>
      <span className="flex items-center gap-x-1.5 tabular-nums">
        {totalBefore !== undefined && (
          <span className="text-muted">
            <Money amount={totalBefore} currency={currency} />
          </span>
        )}
        {isSame ? (
          <span className="text-muted">{t('effectSame')}</span>
        ) : (
          <>
            {totalBefore !== undefined && (
              <ArrowRight aria-label={t('after')} className="size-3.5 text-muted" />
            )}
            {totalAfter === undefined ? (
              t('effectDropped')
            ) : (
              <Money amount={totalAfter} currency={currency} />
            )}
          </>
        )}
      </span>
    </li>
  );
}
