import { expect, it } from 'vitest';
import {
  editTimeline,
  lineOf,
  listInvoices,
  openAccount,
  publishPlan,
  sellUsage,
  use,
  valuesOf,
} from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

type Slab = [startAfter: number, priceType: string, rate: number];
const usageCard = (slabs: Slab[], members: object = {}) => ({
  usageRateCard: {
    ...members,
    ratePlan: {
      pricingModel: 'TIERED',
      slabs: slabs.map(([startAfter, priceType], index) => ({ order: index + 1, startAfter, priceType })),
    },
    rateValues: [
      { currency: 'USD', slabRates: slabs.map(([, , rate], index) => ({ order: index + 1, rate })) },
    ],
  },
});

it('is billed as by hand with percentages and caps, and is the revenue of the cycle', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const [parts, costs, sales, calls] = [
    await sellUsage(sandbox, 'parts'),
    await sellUsage(sandbox, 'costs'),
    await sellUsage(sandbox, 'sales'),
    await sellUsage(sandbox, 'calls'),
  ];
  const plan = await publishPlan(sandbox, {
    name: 'Carrier',
    cards: [
      // What the carrier asks for each message, and 15 % more.
      {
        ...{ type: 'USAGE', billableId: parts },
        details: usageCard([[0, 'DYNAMIC', 1.15]], { priceMeterId: costs }),
      },
      // 3 % of the first 1000, 2 % of the rest.
      {
        type: 'USAGE',
        billableId: sales,
        details: usageCard([
          [0, 'PERCENTAGE', 3],
          [1000, 'PERCENTAGE', 2],
        ]),
      },
      {
        type: 'USAGE',
        billableId: calls,
        details: usageCard([[0, 'PER_UNIT', 2]], { maximumQuantity: 100 }),
      },
    ],
  });
  await openAccount(sandbox, 'acme');
  await editTimeline(sandbox, 'acme', [{ planId: plan, from: '2030-01-01' }]);
  for (const [meter, at, amount] of [
    ['parts', '2030-01-01T00:00:00Z', '2'],
    ['costs', '2030-01-01T00:00:00Z', '0.015'],
    ['sales', '2030-01-01T00:00:00Z', '900'],
    ['calls', '2030-01-01T00:00:00Z', '90'],
  ] as const)
    await use(sandbox, { meter, account: 'acme', at, amount });
  await sandbox.setClock('2030-01-20T00:00:00Z');
  for (const [meter, at, amount] of [
    ['parts', '2030-01-20T00:00:00Z', '1'],
    ['costs', '2030-01-20T00:00:00Z', '10'],
    ['sales', '2030-01-20T00:00:00Z', '333.33'],
    ['calls', '2030-01-20T00:00:00Z', '25'],
  ] as const)
    await use(sandbox, { meter, account: 'acme', at, amount });
  await sandbox.setClock('2030-02-01T00:00:00Z');
  const [invoice] = await listInvoices(sandbox, 'acme');
  expect(lineOf(invoice)).toBe('2030-01-01 to 2030-02-01 DUE 246.19');
  expect(valuesOf(invoice, 'USAGE_RATE_CARD_AMOUNT')).toEqual([
    ['USAGE_RATE_CARD_AMOUNT', 11.52], // 10.015 × 1.15 = 11.51725
    ['USAGE_RATE_CARD_AMOUNT', 34.67], // 1000 × 3 % + 233.33 × 2 % = 34.6666
    ['USAGE_RATE_CARD_AMOUNT', 200], // 100 of 115 × 2
  ]);
  const { lines, verification } = await sandbox.must.get(`/ext/v1/invoices/${invoice.id}/explain`);
  expect(verification.isIdentical).toBe(true);
  expect(lines[0]).toMatchObject({
    quantity: '3',
    carriedAmount: '10.015',
    priceMeter: { id: costs, eventCount: 2 },
    slabs: [{ priceType: 'DYNAMIC', quantity: '10.015', amount: '11.51725' }],
  });
  expect(lines[0].steps[1]).toBe('price carried by 2 events in costs: 10.015 × 1.15 = 11.51725');
  expect(lines[2]).toMatchObject({ quantity: '115', maximumQuantity: '100', chargedQuantity: '100' });

  const range = { startTime: '2030-01-01T00:00:00Z', endTime: '2030-02-01T00:00:00Z' };
  const query = { id: 'q', name: 'REVENUE', aggregationPeriod: 'MONTH', groupBy: 'BILLABLE_ID' };
  const { results } = await sandbox.must.post('/metrics', { ...range, metricQueries: [query] });
  const revenue = results[0].data.map(
    (row: { groupedBy: { fieldValue: string }; metricValues: number[] }) => [
      ...[row.groupedBy.fieldValue, row.metricValues[0]],
    ],
  );
  expect(Object.fromEntries(revenue)).toEqual({ [parts]: 11.52, [sales]: 34.67, [calls]: 200 });
});
