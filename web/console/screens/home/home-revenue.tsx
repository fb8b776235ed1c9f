import type { ReactNode } from 'react';
import { formatMoney, roundToMinor } from '../../../format/money.ts';
import { formatInstant } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { AmountLink } from '../../../parts/explain-link.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { isAllowed, useSession } from '../../../session/session.tsx';
import { TimeChart } from '../../../ui/chart/time-chart.tsx';
import { Figures } from '../../../ui/figures.tsx';
import { Money } from '../../../ui/money.tsx';
import { Section } from '../../../ui/page.tsx';
import { PACE_DAYS } from './revenue-view.ts';
import { REVENUE_READS, useRevenue } from './use-revenue.ts';

/** What this month has earned so far, what it may come to, and by which meters. */
export function HomeRevenue() {
  const session = useSession();
  return REVENUE_READS.every((each) => isAllowed(session, each)) ? <Revenue /> : null;
}

function Revenue() {
  const t = useMessages('home');
  const { currency = '', outlook, asOf, labels, points, isWeekly, problem } = useRevenue();
  const estimate = (amount: string | null) =>
    amount !== null && <Money amount={roundToMinor(amount, currency)} currency={currency} isEstimate />;
  if (problem)
    return (
      <Section title={t('revenue')}>
        <ProblemNotice error={problem.error} onRetry={problem.retry} />
      </Section>
    );
  return (
    <Section title={t('revenue')}>
      <Figures
        figures={[
          {
            label: t('monthToDate', { currency }),
            value: outlook ? byMeter(estimate(outlook.monthToDate)) : <Computing />,
            note: asOf ? t('monthToDateAsOf', { time: formatInstant(asOf) }) : t('monthToDateNote'),
          },
          {
            label: t('projected', { currency }),
            value: outlook ? byMeter(estimate(outlook.projected) || '—') : <Computing />,
            note: t('projectedNote', { days: PACE_DAYS }),
          },
        ]}
      />
      <div className="min-h-96">
        {points.length > 0 && (
          <TimeChart
            title={t(isWeekly ? 'revenuePerWeek' : 'revenuePerDay')}
            kind="AREA"
            series={labels.map((label) => ({ label }))}
            points={points}
            format={(amount) => formatMoney(roundToMinor(amount, currency), currency)}
          />
        )}
      </div>
    </Section>
  );
}

/** Revenue is priced anew, which can take seconds: a dash would say that there is none. */
function Computing() {
  const t = useMessages('home');
  return <span className="text-body font-normal text-muted">{t('computing')}</span>;
}

/** What the month has earned, by meter and day: a number of the report leads to the invoices. */
function byMeter(amount: ReactNode): ReactNode {
  return (
    <AmountLink to="/reports/view" search={{ template: 'REVENUE_BY_METER' }}>
      {amount}
    </AmountLink>
  );
}
