import { expect, it } from 'vitest';
import type { ExplainedLine, GetMetricsResponse } from '../../../api/generated/types.ts';
import { daysOf, type LineUsage, metricsOf, overageOf, usageOf } from './line-usage.ts';

const meter = { id: 'm', name: 'calls', aggregation: 'SUM' };
const usage = { accountId: 'a1', from: '2030-01-15T00:00:00.000Z', until: '2030-02-01T00:00:00.000Z' };
const line = { meter, usage, eventCount: '51' } as unknown as ExplainedLine;

it('a line of a meter has events, and any other has none', () => {
  const found = usageOf(line);
  const { accountId: account_id, ...time } = usage;
  expect(found?.events).toEqual({ account_id, usage_meter_id: 'm', ...time });
  expect(found?.eventCount).toBe(51);
  expect(usageOf({ ...line, usage: undefined } as ExplainedLine)).toBeNull();
});

it('an overage has the events of its feature, and no other line has', () => {
  const type = 'ENTITLEMENT_OVERAGE_RATE_CARD_AMOUNT';
  const { accountId: account_id, ...time } = usage;
  const overage = { type, lineId: 'feature.1', usage } as unknown as ExplainedLine;
  expect(overageOf(overage)).toEqual({ account_id, feature_id: 'feature.1', ...time });
  expect(overageOf(line)).toBeNull();
  expect(usageOf(overage)).toBeNull();
});

it('the days of a month are asked for, those of a year are too many', () => {
  const found = usageOf(line) as LineUsage;
  expect(metricsOf(found)?.metricQueries[0]).toMatchObject({
    ...{ name: 'METER_USAGE', aggregationPeriod: 'DAY' },
    filters: [{ fieldValues: ['a1'] }, { fieldValues: ['m'] }],
  });
  expect(metricsOf({ ...found, until: '2031-01-15T00:00:00.000Z' })).toBeNull();
});

it('a period without usage is one point at zero', () => {
  const of = (data: object[]) => ({ results: [{ data }] }) as unknown as GetMetricsResponse;
  expect(daysOf(of([]), usage)).toEqual([{ at: usage.from, values: ['0'] }]);
  expect(daysOf(of([{ timestamps: ['t1', 't2'], metricValues: ['1', '0'] }]), usage)).toEqual([
    { at: 't1', values: ['1'] },
    { at: 't2', values: ['0'] },
  ]);
});
