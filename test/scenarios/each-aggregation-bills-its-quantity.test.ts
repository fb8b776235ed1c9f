import { beforeAll, describe, expect, test } from 'vitest';
import { AGGREGATIONS } from '#core/aggregation/index.ts';
import {
  editTimeline,
  lineOf,
  listInvoices,
  onlyInvoice,
  openAccount,
  publishPlan,
} from '#test/billing-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';

const service = useService();
const meters = new Map<string, string>();
const plans: string[] = [];
let sent = 0;

/** Users of a service and what they hold of it; eight meters look at the same events. */
async function hold(account: string, event: { at: string; amount: string; user: string }): Promise<void> {
  const { at, amount, user } = event;
  sent += 1;
  const attributes = [{ name: 'amount', value: amount }];
  const sending = { id: `e${sent}`, schemaName: 'hold', accountId: account, timestamp: at, attributes };
  await service.sandbox.must.post('/ingest', { event: { ...sending, dimensions: { user } } });
}

/*
 * `whole` has one plan in January 2030, `cut` another one from the 16th on; both cost 1.00 per unit of each
 * meter. `whole` uses 10 of u1 on the 5th, 40 of u2 on the 16th, 7 of u3 on the 31st at noon, and 4 of u1 on
 * the 11th, sent last of all; `cut` the same without the 4. The plan is changed when the 40 is there already.
 */
beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const dimensions = [{ name: 'user' }];
  await sandbox.must.post('/event_schema', { name: 'hold', attributes: [{ name: 'amount' }], dimensions });
  await sandbox.must.post('/event_schema/hold/activate');
  for (const aggregation of AGGREGATIONS) {
    const units = aggregation === 'UNIQUE_COUNT' ? { var: 'dimension.user' } : { var: 'attribute.amount' };
    const computation = aggregation === 'COUNT' ? '1' : JSON.stringify(units);
    const computations = [{ computation, order: 1 }];
    const meter = { name: aggregation, type: 'COUNTER', aggregation, computations, eventSchemaName: 'hold' };
    const { id } = await sandbox.must.post('/usage_meters', meter);
    await sandbox.must.post(`/usage_meters/${id}/activate`);
    meters.set(aggregation, id);
  }
  const usage = { model: 'TIERED' as const, slabs: [{ rate: 1 }] };
  const cards = [...meters.values()].map((billableId) => ({ type: 'USAGE' as const, billableId, usage }));
  for (const name of ['first', 'second']) plans.push(await publishPlan(sandbox, { name, cards }));
  for (const account of ['whole', 'cut']) {
    await openAccount(sandbox, account);
    await editTimeline(sandbox, account, [
      { planId: plans[0] ?? '', from: '2030-01-01', until: '2030-02-01' },
    ]);
  }
  await sandbox.setClock('2030-01-15T12:00:00Z');
  for (const account of ['whole', 'cut']) {
    await hold(account, { at: '2030-01-05T00:00:00Z', amount: '10', user: 'u1' });
    await hold(account, { at: '2030-01-16T00:00:00Z', amount: '40', user: 'u2' });
  }
  await editTimeline(sandbox, 'cut', [{ planId: plans[1] ?? '', from: '2030-01-16', until: '2030-02-01' }]);
  await sandbox.setClock('2030-01-31T13:00:00Z');
  await hold('whole', { at: '2030-01-31T12:00:00Z', amount: '7', user: 'u3' });
  await hold('cut', { at: '2030-01-31T12:00:00Z', amount: '7', user: 'u3' });
  await hold('whole', { at: '2030-01-11T00:00:00Z', amount: '4', user: 'u1' });
});

/** Quantities by meter, in the order of the meters. */
function quantities(invoice: Reply['body']): Record<string, number> {
  return Object.fromEntries(
    invoice.usageInfo.map(({ description, value }: Reply['body']) => [description, value]),
  );
}

// 10 × 27 days + 4 × 21 + 40 × 16 + 7 × 0.5 = 997.5, of 31 days.
const WHOLE = {
  ...{ COUNT: 4, SUM: 61, MAX: 40, MIN: 4, AVERAGE: 15.25, UNIQUE_COUNT: 3, LATEST: 7 },
  TIME_WEIGHTED_SUM: 32.17741935483871, // …709677 when every digit is read
};

describe('a whole cycle', () => {
  test('the draft shows what comes of it if nothing more happens', async () => {
    const draft = await onlyInvoice(service.sandbox, 'whole');
    expect(quantities(draft)).toEqual(WHOLE);
    // 4 + 61 + 40 + 4 + 15.25 + 3 + 7 + 32.18
    expect(lineOf(draft)).toBe('2030-01-01 to 2030-02-01 DRAFT 166.43');
  });

  test('an alert and a metric look at the same quantities', async () => {
    const query = { id: 'q', name: 'METER_USAGE', aggregationPeriod: 'MONTH', groupBy: 'BILLABLE_ID' };
    const { results } = await service.sandbox.must.post('/metrics', {
      startTime: '2030-01-01T00:00:00Z',
      endTime: '2030-02-01T00:00:00Z',
      metricQueries: [
        { ...query, filters: [{ fieldName: 'ACCOUNT_ID', fieldValues: ['whole'] }] },
        { ...query, id: 'of both', filters: [{ fieldName: 'BILLABLE_ID', fieldValues: sumless() }] },
      ],
    });
    expect(byMeter(results[0].data, (values) => values[0])).toEqual(WHOLE);
    // Of both accounts together the users are still three, and the least is still 4.
    expect(byMeter(results[1].data, (values) => values[0])).toEqual({ MIN: 4, UNIQUE_COUNT: 3 });
  });
});

function sumless(): string[] {
  return [meters.get('UNIQUE_COUNT') ?? '', meters.get('MIN') ?? ''];
}

function byMeter<T>(data: Reply['body'][], read: (values: number[]) => T): Record<string, T> {
  const names = new Map([...meters].map(([name, id]) => [id, name]));
  return Object.fromEntries(
    data.map(({ groupedBy, metricValues }) => [names.get(groupedBy.fieldValue), read(metricValues)]),
  );
}

describe('the first of February', () => {
  beforeAll(() => service.sandbox.setClock('2030-02-01T00:00:00Z'));

  test('bills the same, in words, and rows and running totals agree', async () => {
    const bill = await onlyInvoice(service.sandbox, 'whole');
    expect(lineOf(bill)).toBe('2030-01-01 to 2030-02-01 DUE 166.43');
    expect([quantities(bill), bill.info]).toEqual([WHOLE, []]);
    const { lines, verification } = await service.sandbox.must.get(`/ext/v1/invoices/${bill.id}/explain`);
    expect(verification.isIdentical).toBe(true);
    expect(lines.map(({ steps }: { steps: string[] }) => steps[0])).toEqual([
      'usage: COUNT of 4 events in COUNT = 4',
      'usage: SUM of 4 events in SUM = 61',
      'usage: maximum of 4 events in MAX = 40',
      'usage: minimum of 4 events in MIN = 4',
      'usage: average of 4 events in AVERAGE = 15.25',
      'usage: different keys of 4 events in UNIQUE_COUNT = 3',
      'usage: latest of 4 events in LATEST = 7',
      'usage: sum of 4 events, weighted by time, in TIME_WEIGHTED_SUM = 32.177419354838709677',
    ]);
  });

  test('each part of a cycle that was cut is a window of its own', async () => {
    const [before, after, ...others] = await listInvoices(service.sandbox, 'cut');
    expect(others).toEqual([]);
    // 10 from the 5th to before the 16th: 10 × 11 of 15 days.
    expect(quantities(before)).toEqual({
      ...{ COUNT: 1, SUM: 10, MAX: 10, MIN: 10, AVERAGE: 10, UNIQUE_COUNT: 1, LATEST: 10 },
      TIME_WEIGHTED_SUM: 7.333333333333333,
    });
    // 40 and 7: (40 × 16 + 7 × 0.5) of 16 days.
    expect(quantities(after)).toEqual({
      ...{ COUNT: 2, SUM: 47, MAX: 40, MIN: 7, AVERAGE: 23.5, UNIQUE_COUNT: 2, LATEST: 7 },
      TIME_WEIGHTED_SUM: 40.21875,
    });
    expect([before, after].map(({ status, info }) => [status, info])).toEqual([
      ['DUE', []],
      ['DUE', []],
    ]);
  });

  test('revenue of each day is what it changes of the price of the cycle', async () => {
    const { results } = await service.sandbox.must.post('/metrics', {
      startTime: '2030-01-01T00:00:00Z',
      endTime: '2030-02-01T00:00:00Z',
      metricQueries: [
        {
          ...{ id: 'q', name: 'REVENUE', aggregationPeriod: 'DAY', groupBy: 'BILLABLE_ID' },
          filters: [
            { fieldName: 'ACCOUNT_ID', fieldValues: ['whole'] },
            { fieldName: 'BILLABLE_ID', fieldValues: [...meters.values()].slice(0, 7) },
          ],
        },
      ],
    });
    const onDays = (values: number[]) => [5, 11, 16, 31].map((day) => values[day - 1]).join(' ');
    expect(byMeter(results[0].data, onDays)).toEqual({
      COUNT: '1 1 1 1',
      SUM: '10 4 40 7',
      MAX: '10 0 30 0',
      MIN: '10 -6 0 0',
      AVERAGE: '10 -3 11 -2.75', //         10, 14 / 2 = 7, 54 / 3 = 18, 61 / 4 = 15.25
      UNIQUE_COUNT: '1 0 1 1',
      LATEST: '10 -6 36 -33',
    });
  });

  test('revenue of a time-weighted sum adds up to its line, rounding included', async () => {
    const fieldValues = [meters.get('TIME_WEIGHTED_SUM')];
    const { results } = await service.sandbox.must.post('/metrics', {
      startTime: '2030-01-11T00:00:00Z',
      endTime: '2030-02-01T00:00:00Z',
      metricQueries: [
        {
          ...{ id: 'q', name: 'REVENUE', aggregationPeriod: 'DAY' },
          filters: [
            { fieldName: 'ACCOUNT_ID', fieldValues: ['whole'] },
            { fieldName: 'BILLABLE_ID', fieldValues },
          ],
        },
      ],
    });
    const [{ metricValues }] = results[0].data;
    // 84 / 31, 640 / 31; 3.5 / 31 on the last day, which rounding lifts by 32.18 − 32.1774193548….
    expect([11, 16, 31].map((day) => metricValues[day - 11])).toEqual([2.70967742, 20.64516129, 0.11548387]);
  });
});
