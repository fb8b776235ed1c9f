import { useSuspenseQuery } from '@tanstack/react-query';
import { listAccountSchedules } from '../../../api/generated/schedules.ts';
import { all } from '../../../api/queries.ts';

/** A schedule of an account; it is missing if somebody else has edited the draft. */
export function useSchedule(
  { accountId, scheduleId }: { accountId: string; scheduleId: string },
  mode: 'ACTIVE' | 'DRAFT',
) {
  const input = { account_id: accountId, pageSize: 100, mode };
  const { data } = useSuspenseQuery(all(listAccountSchedules, input));
  return data.rows.find(({ id }) => id === scheduleId);
}
