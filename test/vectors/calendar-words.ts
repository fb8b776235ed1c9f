import { applyDebit, byConsumption, planDebit } from '#areas/entitlements/draw-credits.ts';
import { cutBuckets } from '#areas/metrics/buckets.ts';
import type { CheckedQuery } from '#areas/metrics/query-rules.ts';
import { MAX_POINTS } from '#areas/metrics/schema.ts';
import { collectSeries } from '#areas/metrics/series.ts';
import { cycleOf, nextCycleOf, type ScheduleCycle } from '#areas/schedules/index.ts';
import { overlay } from '#areas/schedules/timeline.ts';
import { checkTime } from '#areas/usage/check-time.ts';
import { decimal, decimalText, ZERO } from '#core/decimal.ts';
import { nominalCycleAt } from '#core/period.ts';
import { type PricingCycleConfig, resolveOffsets } from '#core/period-config.ts';
import { startOfDay } from '#core/period-zone.ts';

/** The words in which vectors about days, deadlines and credits are written. */
type Day = Temporal.PlainDate;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const words = ({ day, month }: { day: number; month: number }) => `${day} ${MONTHS[month - 1]}`;

/** `4 Jul` of 2023. */
function read(text: string): Day {
  const [day, month = ''] = text.split(' ');
  return Temporal.PlainDate.from({ year: 2023, month: MONTHS.indexOf(month) + 1, day: Number(day) });
}

/** The first four borders of 2023 of months that begin on a day. */
export function borders(dayOffset: string): string {
  const resolved = resolveOffsets(
    { interval: 'MONTHLY', gracePeriod: 0, startOffset: { dayOffset } },
    read('1 Jan'),
  );
  const [january, february, march, april] = ['31 Jan', '28 Feb', '31 Mar', '30 Apr'].map(
    (day) => nominalCycleAt(resolved, read(day)).start,
  );
  return [january, february, march, april].map((border) => words(border as Day)).join(', ');
}

function scheduleFrom(start: string, cycleConfig: PricingCycleConfig) {
  const startDate = read(start);
  return {
    ...{ startDate, endDate: null, startAt: startOfDay(startDate, 'UTC'), endAt: null, timeZone: 'UTC' },
    ...{ cycleConfig, resolvedCycle: resolveOffsets(cycleConfig, startDate), chainStartDate: startDate },
  };
}

/** The first two cycles of a quarterly schedule, each with its last day, its days and when it is due. */
export function quarters(start: string, [dayOffset, monthOffset]: [string, string], gracePeriod: number) {
  const startOffset = { dayOffset, monthOffset };
  const schedule = scheduleFrom(start, { interval: 'QUARTERLY', gracePeriod, startOffset });
  const first = cycleOf(schedule, schedule.startAt) as ScheduleCycle;
  return [first, nextCycleOf(schedule, first) as ScheduleCycle]
    .map((cycle) => {
      const due = words(cycle.dueAt.toZonedDateTimeISO('UTC'));
      const days = `${words(cycle.start)} to ${words(cycle.end.subtract({ days: 1 }))}`;
      return `${days}, ${cycle.billedDays} of ${cycle.nominalDays} days, due ${due}`;
    })
    .join('; ');
}

/** Whether an event of January counts that comes so much before the deadline, two days after its end. */
export function received(...before: { microseconds: number }[]): string {
  const schedule = scheduleFrom('1 Jan', { interval: 'MONTHLY', gracePeriod: 2 });
  const at = startOfDay(read('31 Jan'), 'UTC');
  const cycle = cycleOf(schedule, at) as ScheduleCycle;
  const judge = (receivedAt: Temporal.Instant) => checkTime({ at, receivedAt, isEntitled: false, cycle });
  return before.map((time) => (judge(cycle.dueAt.subtract(time)) ? 'refused' : 'accepted')).join(' / ');
}

/** The rest of a schedule when days are taken off it: `A 4 Jul to 4 Aug, A2 4 Sep to 4 Oct`. */
export function takenOff([start, end]: [string, string], [from, until]: [string, string]): string {
  const schedule = { id: 'A', startDate: read(start), endDate: read(end) };
  const edit = { startDate: read(from), endDate: read(until) };
  return overlay([schedule], edit, { inserted: null, newId: () => 'A2' })
    .map(({ id, startDate, endDate }) => `${id} ${words(startDate)} to ${words(endDate ?? startDate)}`)
    .join(', ');
}

/** What events take one after the other: from the credits, and beyond them. */
export function drawCredits(credits: string[], max: string, debits: string[]): string {
  const from = startOfDay(read('1 Jan'), 'UTC');
  const at = startOfDay(read('2 Jan'), 'UTC');
  const entry = (id: string, granted: string, until: string) => ({
    ...{ id, isOverage: id === 'overage', used: ZERO, granted: decimal(granted) },
    ...{ effectiveFrom: from, effectiveUntil: startOfDay(read(until), 'UTC') },
  });
  // The first credits end first.
  const entries = [
    ...credits.map((granted, index) => entry(`credits ${index}`, granted, `${index + 10} Jan`)),
    entry('overage', max, '1 Feb'),
  ].sort(byConsumption);
  const wallet = { accountId: 'acme', featureId: 'talk', entries };
  return debits
    .map((units) => {
      const debit = planDebit(wallet, { at, units: decimal(units) });
      if (!debit) return 'refused';
      applyDebit(debit);
      const parts = debit.parts.map((part) => decimalText(part.units)).join(' + ');
      return `${parts}, overage ${decimalText(debit.usedOverage)}`;
    })
    .join('; ');
}

/** Whether so many groups of so many days are answered. */
export function measured(groups: number, days: number): string {
  const [from, until] = [read('1 Jan'), read('1 Jan').add({ days })].map((day) => startOfDay(day, 'UTC'));
  if (!from || !until) throw new Error('no range');
  const query = { id: 'q', name: 'EVENTS', groupBy: 'SCHEMA_NAME' } as CheckedQuery;
  const range = { from, until, period: 'DAY', timeZone: 'UTC', limit: MAX_POINTS } as const;
  const series = collectSeries(query, cutBuckets(range));
  for (let group = 0; group < groups; group++) series.add(`schema ${group}`, 0, decimal(1));
  return `${series.countPoints()} points: ${series.countPoints() > MAX_POINTS ? '400' : '200'}`;
}
