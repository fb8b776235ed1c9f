import type { ReactNode } from 'react';
import type { DraftReview } from '../../../api/generated/types.ts';
import { percentOf, subtract } from '../../../format/decimals.ts';
import { formatMoneyWithCode, formatPercent } from '../../../format/money.ts';
import { formatClock } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Money } from '../../../ui/money.tsx';

/** Always in view: what would be issued now, by currency, against the cycle before. */
export function TotalsBar({ review, children }: { review: DraftReview; children?: ReactNode }) {
  const t = useMessages('billRuns');
  const { totals, computedAt } = review;
  return (
    <section
      aria-label={t('totals')}
      className="sticky bottom-0 z-20 -mx-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line bg-canvas px-4 py-3 sm:-mx-6 sm:px-6"
    >
      <div className="flex min-w-0 flex-col gap-1">
        {totals.length === 0 && <span className="text-muted">{t('nothing')}</span>}
        {totals.map((total) => (
          <Total key={total.currency} total={total} />
        ))}
        {computedAt && (
          <span className="text-caption text-muted">{t('computed', { time: formatClock(computedAt) })}</span>
        )}
      </div>
      {children && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </section>
  );
}

function Total({ total }: { total: DraftReview['totals'][number] }) {
  const t = useMessages('billRuns');
  const { currency, drafts, amount, previousAmount, heldDrafts, heldAmount } = total;
  const percent = percentOf(subtract(amount, previousAmount), previousAmount);
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span className="text-h2 font-semibold" data-total={currency}>
        <Money amount={amount} currency={currency} hasCode />
      </span>
      <span>{t.count('draftCount', drafts)}</span>
      <span className="text-muted">
        {t('lastMonth', { amount: formatMoneyWithCode(previousAmount, currency) })}
        {percent !== null && ` (${formatPercent(percent)})`}
      </span>
      {heldDrafts > 0 && (
        <span className="text-muted">
          {t.count('heldCount', heldDrafts, { amount: formatMoneyWithCode(heldAmount, currency) })}
        </span>
      )}
    </p>
  );
}
