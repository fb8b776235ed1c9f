import { expect, test } from 'vitest';
import {
  editTimeline,
  lineOf,
  listInvoices,
  openAccount,
  publishPlan,
  sellFee,
} from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

test('quarters from the 3rd of February, sign-up on 15 January, grace of two days', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-15T00:00:00Z');
  const addOn = await sellFee(sandbox, 'Fee');
  const plan = await publishPlan(sandbox, {
    name: 'plan',
    interval: 'QUARTERLY',
    day: '3',
    month: '2',
    graceDays: 2,
    cards: [{ type: 'FIXED_FEE', billableId: addOn, fee: { rate: 92, isProrated: true } }],
  });
  await openAccount(sandbox, 'one');
  await editTimeline(sandbox, 'one', [{ planId: plan, from: '2030-01-15' }]);
  await sandbox.setClock('2030-05-05T00:00:00Z');
  const bills = (await listInvoices(sandbox, 'one')).map(
    (invoice) => `${lineOf(invoice)} on ${invoice.invoiceDate.slice(0, 10)}`,
  );
  expect(bills).toEqual([
    // 92 × 19 / 92: 15 January to 2 February of the 92 days from 3 November
    '2030-01-15 to 2030-02-03 DUE 19 on 2030-02-05',
    '2030-02-03 to 2030-05-03 DUE 92 on 2030-05-05',
    '2030-05-03 to 2030-08-03 DRAFT 92 on 2030-08-05', // projected
  ]);
});
