import { formatDay } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { lastDay } from './schedule-view.ts';

/** `1 Feb 2030 – 28 Feb 2030`, or `From 1 Feb 2030`: the last day is inclusive. */
export function useDays(): (days: { first: string; until: string | null }) => string {
  const t = useMessages('schedule');
  return ({ first, until }) => {
    const last = lastDay({ until });
    if (last === null) return t('fromDay', { day: formatDay(first) });
    if (last === first) return formatDay(first);
    return t('days', { first: formatDay(first), last: formatDay(last) });
  };
}
