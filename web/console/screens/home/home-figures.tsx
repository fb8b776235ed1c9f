import type { ReactNode } from 'react';
import type { Overview } from '../../../api/generated/types.ts';
import { formatCount, formatPercent, formatShare } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { AmountLink } from '../../../parts/explain-link.tsx';
import { Figures } from '../../../ui/figures.tsx';
import { Money } from '../../../ui/money.tsx';
import { dayOf } from './home-view.ts';

/** The events of a day, and the money of each currency. */
export function HomeFigures({ overview: { events, sales } }: { overview: Overview }) {
  const t = useMessages('home');
  return (
    <Figures figures={[...(events ? eventFigures(events, t) : []), ...(sales ?? []).flatMap(salesFigures)]} />
  );

  function salesFigures({ currency, ...sum }: NonNullable<Overview['sales']>[number]) {
    const money = (amount: string) => <Money amount={amount} currency={currency} />;
    const owed = (amount: ReactNode) => (
      <AmountLink to="/receivables" search={{ currency }}>
        {amount}
      </AmountLink>
    );
    return [
      {
        label: t('issued', { currency }),
        value: <AmountLink to="/invoices">{money(sum.issued)}</AmountLink>,
        note: (
          <>
            {t('before')} {money(sum.issuedBefore)}
          </>
        ),
      },
      {
        label: t('balanceDue', { currency }),
        value: owed(money(sum.balanceDue)),
        note: (
          <>
            {t('overdue')} {owed(money(sum.overdueAmount))}
          </>
        ),
      },
    ];
  }
}

function eventFigures(hours: NonNullable<Overview['events']>, t: ReturnType<typeof useMessages<'home'>>) {
  const { total, rejected, rejectedPercent, changePercent } = dayOf(hours);
  return [
    {
      label: t('eventsOfDay'),
      value: formatCount(total),
      note: changePercent === null ? t('noneBefore') : t('change', { percent: formatPercent(changePercent) }),
    },
    {
      label: t('rejectedShare'),
      value: rejectedPercent === null ? '—' : formatShare(rejectedPercent),
      note: t.count('rejectedEvents', rejected),
    },
  ];
}
