import { expect, test } from 'vitest';
import { lastOfChain } from './find-chain-end.ts';
import type { ScheduleRow } from './store/schedules.ts';

/** `A 03-01 03-16 03-01`: plan, days and first day of the chain. Its id is the plan and the first day. */
function schedule(text: string): ScheduleRow {
  const [planId = '', start = '', end = '', chainStart = ''] = text.split(' ');
  const date = (day: string) => Temporal.PlainDate.from(`2030-${day}`);
  return {
    ...{ id: `${planId} ${start}`, planId, startDate: date(start), chainStartDate: date(chainStart) },
    endDate: end === 'forever' ? null : date(end),
  } as ScheduleRow;
}

const sold = { type: 'BILLING_ENTITLEMENT', billableId: 'talk' } as const;
const FIRST = 'A 03-01 03-16 03-01';

test.each<[title: string, next: string[], carried: string[], last: string]>([
  ['alone', [], [], 'A 03-01'],
  ['the same plan', ['A 03-16 forever 03-01'], [], 'A 03-16'],
  ['twice', ['A 03-16 03-20 03-01', 'A 03-20 forever 03-01'], [], 'A 03-20'],
  ['after a gap', ['A 03-18 forever 03-18'], [], 'A 03-01'],
  ['another chain', ['B 03-16 forever 03-16'], ['B 03-16'], 'A 03-01'],
  ['another plan that sells it', ['B 03-16 forever 03-01'], ['B 03-16'], 'B 03-16'],
  ['another plan that does not', ['B 03-16 forever 03-01'], [], 'A 03-01'],
  // The plan comes back after one that has not had it: that is another sale.
  ['a hole', ['B 03-16 03-20 03-01', 'A 03-20 forever 03-01'], [], 'A 03-01'],
])('what is sold goes on with %s', (_title, next, carriers, last) => {
  const timeline = [FIRST, ...next].map(schedule);
  const carried = new Set(carriers.map((id) => `${id} ${sold.type} ${sold.billableId}`));
  expect(lastOfChain(schedule(FIRST), { timeline, carried }, sold).id).toBe(last);
});
