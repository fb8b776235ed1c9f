import { expect, test } from 'vitest';
import {
  editTimeline,
  lineOf,
  listInvoices,
  openAccount,
  publishPlan,
  sellFee,
  sellUsage,
  valuesOf,
} from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

test('a cycle without usage is a paid bill with its line, a cycle without lines is no bill', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const meter = await sellUsage(sandbox, 'calls');
  const addOn = await sellFee(sandbox, 'Fee');
  const usage = { model: 'TIERED' as const, slabs: [{ rate: 2 }] };
  const metered = await publishPlan(sandbox, {
    name: 'metered',
    cards: [{ type: 'USAGE', billableId: meter, usage }],
  });
  const prepaid = await publishPlan(sandbox, {
    name: 'prepaid',
    cards: [{ type: 'FIXED_FEE', billableId: addOn, timing: 'IN_ADVANCE', fee: { rate: 10 } }],
  });
  for (const [account, planId] of [
    ['idle', metered],
    ['prepaying', prepaid],
  ] as const) {
    await openAccount(sandbox, account);
    await editTimeline(sandbox, account, [{ planId, from: '2030-01-01' }]);
  }
  await sandbox.setClock('2030-02-01T00:00:00Z');

  const [january] = await listInvoices(sandbox, 'idle');
  expect(lineOf(january)).toBe('2030-01-01 to 2030-02-01 PAID 0');
  expect(january).toMatchObject({ finalizingStatus: 'FINALIZED', paidAmount: 0 });
  expect(january.sequenceId).toMatch(/^2030-02-\d{4}$/);
  expect(valuesOf(january, 'USAGE_RATE_CARD_AMOUNT')).toEqual([['USAGE_RATE_CARD_AMOUNT', 0]]);
  // Only the fees in advance were ever numbered for the other account.
  expect((await listInvoices(sandbox, 'prepaying')).map(lineOf)).toEqual([
    '2030-01-01 to 2030-02-01 DUE 10',
    '2030-02-01 to 2030-03-01 DUE 10',
    '2030-02-01 to 2030-03-01 DRAFT 0',
  ]);
});

test('what is owed to the customer is refunded', async () => {
  const { sandbox } = service;
  const addOn = await sellFee(sandbox, 'Rebate');
  const plan = await publishPlan(sandbox, {
    name: 'rebate',
    cards: [{ type: 'FIXED_FEE', billableId: addOn, fee: { rate: -12.345 } }],
  });
  await openAccount(sandbox, 'favoured');
  await editTimeline(sandbox, 'favoured', [{ planId: plan, from: '2030-02-01', until: '2030-03-01' }]);
  await sandbox.setClock('2030-03-01T00:00:00Z');
  // −12.345 is rounded away from zero.
  expect((await listInvoices(sandbox, 'favoured')).map(lineOf)).toEqual([
    '2030-02-01 to 2030-03-01 REFUND_COMPLETED -12.35',
  ]);
});
