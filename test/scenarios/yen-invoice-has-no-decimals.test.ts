import { beforeAll, expect, test } from 'vitest';
import {
  editTimeline,
  onlyInvoice,
  openAccount,
  publishPlan,
  sellUsage,
  use,
  valuesOf,
} from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

// currency, rate, units, charged
const rows: [currency: string, rate: number, units: string, total: number][] = [
  ['JPY', 0.0015, '3333', 5], // 4.9995
  ['JPY', 0.0149, '1', 0], // 0.0149
  ['JPY', 199, '0.5', 100], // 99.5: half away from zero
  ['JPY', -199, '0.5', -100], // −99.5
  ['BHD', 0.0015, '3333', 5], // 4.9995 has four digits, and a dinar three
  ['BHD', 0.0013, '333', 0.433], // 0.4329
  ['USD', 0.0015, '3333', 5],
  ['USD', 0.001, '1', 0],
];

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  for (const [currency, rate] of [
    ['JPY', 0.0067],
    ['BHD', 2.65],
  ])
    await sandbox.must.post('/ext/v1/organization/currencies', { currency, rate });
  const meter = await sellUsage(sandbox, 'calls');
  for (const [index, [currency, rate, amount]] of rows.entries()) {
    const account = `account-${index}`;
    const usage = { model: 'TIERED' as const, slabs: [{ rate }] };
    const card = { type: 'USAGE' as const, billableId: meter, usage };
    const plan = await publishPlan(sandbox, { name: `plan ${index}`, currency, cards: [card] });
    await openAccount(sandbox, account, { invoiceCurrency: currency });
    await editTimeline(sandbox, account, [{ planId: plan, from: '2030-01-01', until: '2030-02-01' }]);
    await use(sandbox, { meter: 'calls', account, at: '2030-01-01T00:00:00Z', amount });
  }
  await sandbox.setClock('2030-02-01T00:00:00Z');
});

test.each(rows.map((row, index) => [index, ...row] as const))(
  'account %i: %s at %d for %s units is %d',
  async (index, currency, _rate, _units, total) => {
    const invoice = await onlyInvoice(service.sandbox, `account-${index}`);
    expect(invoice.totalAmount).toBe(total);
    expect(invoice.revenueInfo.units).toBe(currency);
    expect(valuesOf(invoice, 'USAGE_RATE_CARD_AMOUNT')).toEqual([['USAGE_RATE_CARD_AMOUNT', total]]);
  },
);
