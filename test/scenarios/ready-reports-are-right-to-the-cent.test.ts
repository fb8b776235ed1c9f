import { beforeAll, expect, it } from 'vitest';
import { editTimeline, openAccount, publishPlan, sellFee, sellUsage, use } from '#test/billing-scenario.ts';
import { linesOf } from '#test/report-scenario.ts';
import { useService } from '#test/running-app.ts';

/*
 * The built-in reports against a month that is added up by hand.
 *
 * January 2030, in USD: customer one has 10.01 calls at 1.005 = 10.06005, which its invoice rounds to 10.06,
 * and a fee of 30; customer two has 7 calls, 7.035 → 7.04, and the same fee. A call costs 0.3 until 14
 * January and 0.5 from the 15th on: 4.01 × 0.3 + 6 × 0.5 = 4.203 for one, 7 × 0.3 = 2.1 for two.
 */
const service = useService();
const client = () => service.sandbox;
const JANUARY = '2030-01-01T00:00:00.000Z';
let calls: string;

beforeAll(async () => {
  await client().setClock('2030-01-01T00:00:00Z');
  calls = await sellUsage(client(), 'calls');
  const fee = await sellFee(client(), 'fee');
  const planId = await publishPlan(client(), {
    name: 'plan',
    cards: [
      { type: 'FIXED_FEE', billableId: fee, fee: { rate: 30 } },
      { type: 'USAGE', billableId: calls, usage: { model: 'TIERED', slabs: [{ rate: 1.005 }] } },
    ],
  });
  for (const id of ['one', 'two']) {
    await openAccount(client(), id, { netTermDays: 10 });
    await editTimeline(client(), id, [{ planId, from: '2030-01-01', until: '2030-02-01' }]);
  }
  await client().must.put(`/ext/v1/usage_meters/${calls}/costs`, {
    costs: [
      { effectiveFrom: '2029-01-01', unitCost: 0.3 },
      { effectiveFrom: '2030-01-15', unitCost: 0.5 },
    ],
  });
  for (const [account, at, amount] of [
    ['two', '2030-01-14T00:00:00Z', '7'],
    ['one', '2030-01-14T23:59:59Z', '4.01'],
    ['one', '2030-01-15T00:00:00Z', '6'],
  ] as const) {
    await client().setClock(at);
    await use(client(), { meter: 'calls', account, at, amount });
  }
  await client().must.post('/ingest', {
    event: {
      ...{ id: 'lost', schemaName: 'calls', accountId: 'nobody', timestamp: '2030-01-15T00:00:00Z' },
      ...{ attributes: [{ name: 'amount', value: '1' }], dimensions: {} },
    },
  });
  await client().must.post('/credits', {
    creditRequests: [
      {
        ...{ accountId: 'two', purpose: 'Goodwill', creditAmount: 100.1, priority: 1 },
        ...{ effectiveFrom: '2030-03-01', effectiveUntil: '2030-12-31' },
      },
    ],
  });
  await client().setClock('2030-03-10T00:00:00Z');
});

const rowsOf = async (reportTemplateId: string) =>
  (await linesOf(service, client(), { reportTemplateId })).slice(1);
const sumOf = (rows: readonly string[], column: number) =>
  rows.reduce((sum, row) => sum + Math.round(Number(row.split(' | ')[column]) * 100), 0);

it('revenue by customer is what was invoiced, before credits and taxes', async () => {
  const rows = await rowsOf('REVENUE_BY_CUSTOMER');
  expect(rows).toEqual([
    '2030-01-01T00:00:00.000Z | customer-one | Customer one | USD | 40.06 | 40.06',
    '2030-01-01T00:00:00.000Z | customer-two | Customer two | USD | 37.04 | 37.04',
  ]);
  const { data } = await client().must.get('/invoices?status=DUE');
  const issued = data.reduce(
    (sum: number, { totalAmount }: { totalAmount: number }) => sum + Math.round(totalAmount * 100),
    0,
  );
  expect(sumOf(rows, 4)).toBe(issued);
});

it('revenue by meter leaves out fees', async () => {
  expect(await rowsOf('REVENUE_BY_METER')).toEqual([
    `2030-01-01T00:00:00.000Z | ${calls} | calls | USD | 17.1 | 17.1`, // 10.06 + 7.04
  ]);
});

it('the margin is revenue of meters less the cost of each local day', async () => {
  expect(await rowsOf('MARGIN')).toEqual([
    `${JANUARY} | customer-one | Customer one | ${calls} | calls | 10.01 | 10.06 | 4.203 | 5.857`,
    `${JANUARY} | customer-two | Customer two | ${calls} | calls | 7 | 7.04 | 2.1 | 4.94`,
  ]);
});

it('credits that were not used are owed', async () => {
  const [row, ...more] = await rowsOf('CREDIT_LIABILITY');
  expect(more).toEqual([]);
  // granted | consumed | held | remaining
  expect(row).toMatch(/ \| Goodwill \| USD \| 2030-12-31 \| 100\.1 \| 0 \| 0 \| 100\.1$/);
  const { data } = await client().must.get('/credits?account_id=two');
  expect(data.map(({ creditAmount }: { creditAmount: number }) => creditAmount)).toEqual([100.1]);
});

it('aged receivables are the open amounts of the invoices, by days overdue', async () => {
  const rows = await rowsOf('RECEIVABLES_AGING');
  const { data } = await client().must.get('/invoices?status=DUE');
  expect(rows).toHaveLength(data.length);
  for (const { ownerId, totalAmount, paidAmount, dueDate } of data) {
    // Local days, whatever the time of the day.
    const days = (Date.parse('2030-03-10') - Date.parse(dueDate.slice(0, 10))) / 86_400_000;
    const row = rows.find((line) => line.startsWith(`${ownerId} `))?.split(' | ') ?? [];
    // open, days overdue, not due, 1 to 30, 31 to 60
    const open = String(totalAmount - paidAmount);
    const aged = days <= 30 ? [open, '0'] : ['0', open];
    expect(row.slice(7, 12)).toEqual([open, String(days), '0', ...aged]);
  }
});

it('rejected events have their reason', async () => {
  const rows = await rowsOf('UNPROCESSED_EVENTS');
  expect(rows).toEqual([
    expect.stringMatching(/^lost \| calls \|.*INGESTION_FAILED_ACCOUNT_NOT_FOUND \| .+/),
  ]);
});

it('a preview has the cells of the file, and says which rows it leaves out', async () => {
  const preview = await client().must.post('/ext/v1/report_previews', { reportTemplateId: 'MARGIN' });
  expect(preview.rows.map((cells: string[]) => cells.join(' | '))).toEqual(await rowsOf('MARGIN'));
  expect(preview).toMatchObject({
    isCut: false,
    hasTime: true,
    baseCurrency: 'USD',
    name: expect.any(String),
  });
  const january = { startTime: '2030-01-01T00:00:00Z', endTime: '2030-02-01T00:00:00Z' };
  const inMarch = { startTime: '2030-03-01T00:00:00Z', endTime: '2030-04-01T00:00:00Z' };
  const count = async (range: object) =>
    (await client().must.post('/ext/v1/report_previews', { reportTemplateId: 'MARGIN', ...range })).rows
      .length;
  expect([await count(january), await count(inMarch)]).toEqual([2, 0]);
});
