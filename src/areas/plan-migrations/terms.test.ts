import { expect, it } from 'vitest';
import { type PricingCycleConfig, resolveOffsets } from '#core/period-config.ts';
import { explicitCycle } from './explicit-cycle.ts';
import { type MigrationTerms, readTerms, writeTerms } from './terms.ts';

it.each<MigrationTerms>([
  {
    ...{ sourceId: 'pp.a', sourceVersions: [1], target: null, migrationMode: 'IMMEDIATE' },
    retainStartOffsets: false,
  },
  {
    ...{ sourceId: 'pp.a', sourceVersions: [1, 2, 3, 7], target: { id: 'pp.b', version: 4 } },
    ...{ migrationMode: 'NEXT_CYCLE_IGNORE_OVERRIDE', retainStartOffsets: true },
  },
])('terms are in the metadata of their job: %j', (terms) => {
  expect(readTerms({ id: 'job.1', metadata: writeTerms(terms) })).toEqual(terms);
});

it('metadata without terms is a mistake of ours', () => {
  expect(() => readTerms({ id: 'job.1', metadata: {} })).toThrow(/job\.1 has no terms/);
});

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
