import { expect, test } from 'vitest';
import {
  editTimeline,
  lineOf,
  listInvoices,
  onlyInvoice,
  openAccount,
  publishPlan,
  sellUsage,
  use,
} from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

test('a total that no column holds stays a draft that says so, and the others are billed', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const meter = await sellUsage(sandbox, 'calls');
  const usage = { model: 'TIERED' as const, slabs: [{ rate: 1e18 }] };
  const card = { type: 'USAGE' as const, billableId: meter, usage };
  const plan = await publishPlan(sandbox, { name: 'plan', cards: [card] });
  // 10^18 × 10^17 has 36 digits; 10^18 × 7 has 19.
  for (const [account, amount] of [
    ['absurd', `1${'0'.repeat(17)}`],
    ['large', '7'],
  ] as const) {
    await openAccount(sandbox, account);
    await editTimeline(sandbox, account, [{ planId: plan, from: '2030-01-01', until: '2030-02-01' }]);
    await use(sandbox, { meter: 'calls', account, at: '2030-01-01T00:00:00Z', amount });
  }
  await sandbox.setClock('2030-02-03T12:00:00Z');

  expect((await listInvoices(sandbox, 'large')).map(lineOf)).toEqual([
    '2030-01-01 to 2030-02-01 DUE 7000000000000000000',
  ]);
  const absurd = await onlyInvoice(sandbox, 'absurd');
  expect(absurd).toMatchObject({
    status: 'DRAFT',
    totalAmount: 0,
    info: [
      {
        type: 'AMOUNT_ERROR',
        value: expect.stringContaining('more than 34 digits before the decimal point: correct'),
      },
    ],
    invoiceDate: '2030-02-04T00:00:00.000Z', // tried again at the beginning of every day
  });
  expect(absurd).not.toHaveProperty('sequenceId');
});
