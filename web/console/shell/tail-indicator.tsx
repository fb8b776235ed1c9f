import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { getMetrics } from '../../api/generated/metrics.ts';
import { one } from '../../api/queries.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { isAllowed, useSession } from '../../session/session.tsx';
import { Activity } from '../../ui/icons.ts';
import { hourCounts, hourRequest } from './tail-view.ts';
import { useMinute } from './use-minute.ts';

/** The events of the last hour, and those among them that were not processed; leads to the events. */
export function TailIndicator() {
  const t = useMessages('shell');
  const may = isAllowed(useSession(), getMetrics);
  const minute = useMinute();
  const { data } = useQuery({
    ...one(getMetrics, { body: hourRequest(minute) }),
    enabled: may,
    retry: false,
    placeholderData: (before) => before,
  });
  if (!data) return null;
  const { events, rejected } = hourCounts(data);
  return (
    <Link
      to="/events"
      title={t('tailHelp')}
      className="hidden h-8 items-center gap-1.5 rounded-md px-2 text-muted hover:bg-hover hover:text-ink xl:inline-flex"
    >
      <Activity aria-hidden className="size-4" />
      <span>{t.count('tailEvents', events)}</span>
      {rejected > 0 && <span className="font-medium text-bad">{t('tailRejected', { count: rejected })}</span>}
    </Link>
  );
}
