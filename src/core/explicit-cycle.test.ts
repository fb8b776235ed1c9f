import { expect, it } from 'vitest';
import { explicitCycle, statedCycle } from './explicit-cycle.ts';
import { type PricingCycleConfig, resolveOffsets } from './period-config.ts';

it.each<PricingCycleConfig>([
  { interval: 'MONTHLY', gracePeriod: 1, startOffset: { dayOffset: '15', monthOffset: 'NIL' } },
  { interval: 'WEEKLY', gracePeriod: 0, anniversaryCycle: true },
  { interval: 'MONTHLY', gracePeriod: 3, anniversaryCycle: true },
  { interval: 'QUARTERLY', gracePeriod: 0, anniversaryCycle: true },
  { interval: 'ANNUALLY', gracePeriod: 0, anniversaryCycle: true },
  { interval: 'CUSTOM_DAYS', gracePeriod: 0, intervalDays: 10 },
  { interval: 'CUSTOM_DAYS', gracePeriod: 0, intervalDays: 10, anchorDate: '2030-03-03' },
])('the borders stay where they were, whenever %j is associated again', (config) => {
  for (const first of ['2030-01-31', '2030-02-28', '2030-05-17', '1969-12-01']) {
    const resolved = resolveOffsets(config, Temporal.PlainDate.from(first));
    const explicit = explicitCycle(config, resolved);
    const again = resolveOffsets(explicit, Temporal.PlainDate.from('2031-07-09'));
    expect([again, explicit.gracePeriod]).toEqual([resolved, config.gracePeriod]);
  }
});

const anniversary: PricingCycleConfig = { interval: 'MONTHLY', gracePeriod: 2, anniversaryCycle: true };
const written = (dayOffset: string) => ({
  ...{ interval: 'MONTHLY', gracePeriod: 2 },
  startOffset: { dayOffset, monthOffset: 'NIL' },
});

it.each([
  // came from      begins         reads
  ['2030-03-15', '2030-03-15', anniversary],
  ['2030-03-15', '2030-06-15', anniversary], // from the 15th on, either way
  ['2030-03-15', '2030-06-20', written('15')],
  ['2030-01-31', '2030-02-28', written('LAST')], // from 28 February on it would be the 28th
])('borders of %s in a schedule from %s on read as they are', (from, first, expected) => {
  const resolvedCycle = resolveOffsets(anniversary, Temporal.PlainDate.from(from));
  const startDate = Temporal.PlainDate.from(first);
  expect(statedCycle({ cycleConfig: anniversary, resolvedCycle, startDate })).toEqual(expected);
});
