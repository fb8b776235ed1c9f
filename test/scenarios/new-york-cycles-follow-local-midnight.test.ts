import { expect, test } from 'vitest';
import {
  editTimeline,
  listInvoices,
  openAccount,
  publishPlan,
  sellFee,
  sellUsage,
  use,
} from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

test('March 2030 in New York is 743 hours long and has 31 days', async () => {
  const { sandbox } = service;
  await sandbox.must.patch('/ext/v1/organization', { timezone: 'America/New_York' });
  // 1 March 00:00 in New York, five hours behind UTC; the clock goes forward on 10 March.
  await sandbox.setClock('2030-03-01T05:00:00Z');
  const meter = await sellUsage(sandbox, 'calls');
  const addOn = await sellFee(sandbox, 'Fee');
  const plan = await publishPlan(sandbox, {
    name: 'plan',
    cards: [
      { type: 'USAGE', billableId: meter, usage: { model: 'TIERED', slabs: [{ rate: 1 }] } },
      { type: 'FIXED_FEE', billableId: addOn, fee: { rate: 31, isProrated: true } },
    ],
  });
  for (const account of ['whole', 'part']) await openAccount(sandbox, account);
  await editTimeline(sandbox, 'whole', [{ planId: plan, from: '2030-03-01' }]);
  await editTimeline(sandbox, 'part', [{ planId: plan, from: '2030-03-11' }]);

  // The last instant of 31 March there is 03:59:59.999 UTC, because it is summer time by then.
  await sandbox.setClock('2030-04-01T03:59:59.999Z');
  for (const account of ['whole', 'part'])
    await use(sandbox, { meter: 'calls', account, at: '2030-04-01T03:59:59.999Z', amount: '100' });
  await sandbox.setClock('2030-04-01T04:00:00Z');
  await use(sandbox, { meter: 'calls', account: 'whole', at: '2030-04-01T04:00:00Z', amount: '1000' });

  const [whole, next] = await listInvoices(sandbox, 'whole');
  expect(whole).toMatchObject({
    startDate: '2030-03-01T05:00:00.000Z',
    endDate: '2030-04-01T04:00:00.000Z',
    endDateInclusive: '2030-04-01T03:59:59.999Z',
    invoiceDate: '2030-04-01T04:00:00.000Z',
    dueDate: '2030-04-02T03:59:59.999Z',
    sequenceId: '2030-04-0001',
    totalAmount: 131, // 100 × 1 + 31 × 31 / 31
  });
  expect(next).toMatchObject({ startDate: '2030-04-01T04:00:00.000Z', status: 'DRAFT', totalAmount: 1031 });
  const [part] = await listInvoices(sandbox, 'part');
  // 11 to 31 March are 21 days, although they are one hour short of 21 × 24: 31 × 21 / 31 = 21.
  expect(part).toMatchObject({ startDate: '2030-03-11T04:00:00.000Z', totalAmount: 121 });
});

test('November, when midnight to midnight has 25 hours on the 3rd', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-12-01T05:00:00Z');
  const invoices = await listInvoices(sandbox, 'whole');
  expect(invoices.find(({ startDate }) => startDate.startsWith('2030-11-01'))).toMatchObject({
    startDate: '2030-11-01T04:00:00.000Z',
    endDate: '2030-12-01T05:00:00.000Z',
    totalAmount: 31, // 31 × 30 / 30
  });
});
