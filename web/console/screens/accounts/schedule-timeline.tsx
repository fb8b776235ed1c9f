import { useSuspenseQuery } from '@tanstack/react-query';
import { listAccountSchedules } from '../../../api/generated/schedules.ts';
import { all } from '../../../api/queries.ts';
import { now } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { RecordLink } from '../../../parts/record-link.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { type Bar, timelineOf } from './account-view.ts';

/** The plans of the account over time: bars with today's line, and the same as a list. */
export function ScheduleTimeline({ accountId }: { accountId: string }) {
  const t = useMessages('accounts');
  const { data } = useSuspenseQuery(all(listAccountSchedules, { account_id: accountId, mode: 'ACTIVE' }));
  const { bars, today } = timelineOf(data.rows, now());
  if (bars.length === 0) return <EmptyState text={t('noPlans')} />;
  return (
    <div className="flex flex-col gap-4">
      <svg
        aria-hidden
        viewBox={`0 0 100 ${bars.length * 6}`}
        preserveAspectRatio="none"
        className="h-16 w-full"
      >
        {bars.map(({ schedule, phase, start, width }, index) => (
          <rect
            key={schedule.id}
            x={start}
            y={index * 6 + 1}
            width={width}
            height="4"
            className={phase === 'current' ? 'fill-accent' : 'fill-control'}
          />
        ))}
        <line x1={today} x2={today} y1="0" y2={bars.length * 6} className="stroke-bad" strokeWidth="0.3" />
      </svg>
      <ul className="flex flex-col">
        {bars.map((bar) => (
          <PlanLine key={bar.schedule.id} bar={bar} />
        ))}
      </ul>
    </div>
  );
}

/** A plan that never ends is stored with an end in the year 9999. */
const NEVER = '9000';

function PlanLine({ bar: { schedule, phase } }: { bar: Bar }) {
  const t = useMessages('accounts');
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2.5">
      <span className="flex min-w-0 items-center gap-2">
        <RecordLink area="plans" id={schedule.pricePlanId}>
          {schedule.pricePlanInfo.name}
        </RecordLink>
        <span className="text-muted">{t('version', { version: schedule.version })}</span>
        {schedule.isOverridden && <Badge tone="special">{t('overridden')}</Badge>}
      </span>
      <span className="flex items-center gap-2 text-muted">
        <Instant at={schedule.startDate} />
        {schedule.endDate < NEVER ? <Instant at={schedule.endDate} /> : <span>{t('noEnd')}</span>}
        <Badge tone={phase === 'current' ? 'good' : 'neutral'}>{t(`phase.${phase}`)}</Badge>
      </span>
    </li>
  );
}
