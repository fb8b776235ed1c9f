import { expect, test } from 'vitest';
import {
  editTimeline,
  lineOf,
  listInvoices,
  openAccount,
  publishPlan,
  sellFee,
  sellUsage,
  use,
} from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

test('a plan that began in January is associated in April', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-02-10T00:00:00Z');
  const meter = await sellUsage(sandbox, 'calls');
  const addOn = await sellFee(sandbox, 'Fee');
  const plan = await publishPlan(sandbox, {
    name: 'plan',
    cards: [
      { type: 'USAGE', billableId: meter, usage: { model: 'TIERED', slabs: [{ rate: 2 }] } },
      { type: 'FIXED_FEE', billableId: addOn, timing: 'IN_ADVANCE', fee: { rate: 31, isProrated: true } },
    ],
  });
  await openAccount(sandbox, 'early');
  // Metered without a plan; the plan that comes later prices it.
  await use(sandbox, { meter: 'calls', account: 'early', at: '2030-02-10T00:00:00Z', amount: '5' });
  await sandbox.setClock('2030-04-10T00:00:00Z');
  await editTimeline(sandbox, 'early', [{ planId: plan, from: '2030-01-15' }]);

  const invoices = await listInvoices(sandbox, 'early');
  expect(invoices.map((invoice) => `${invoice.sequenceId} ${lineOf(invoice)}`)).toEqual([
    '2030-04-0001 2030-01-15 to 2030-02-01 DUE 17', // 31 × 17 / 31 in advance
    '2030-04-0002 2030-01-15 to 2030-02-01 PAID 0', // no usage in January
    '2030-04-0003 2030-02-01 to 2030-03-01 DUE 31',
    '2030-04-0004 2030-02-01 to 2030-03-01 DUE 10', // 5 × 2
    '2030-04-0005 2030-03-01 to 2030-04-01 DUE 31',
    '2030-04-0006 2030-03-01 to 2030-04-01 PAID 0',
    '2030-04-0007 2030-04-01 to 2030-05-01 DUE 31',
    'undefined 2030-04-01 to 2030-05-01 DRAFT 0',
  ]);
  // All are issued now, and nobody owes anything since January.
  const dates = invoices.slice(0, 7).map(({ invoiceDate }) => invoiceDate);
  expect(new Set(dates)).toEqual(new Set(['2030-04-10T00:00:00.000Z']));
});
