import { expect, test } from 'vitest';
import {
  editTimeline,
  onlyInvoice,
  openAccount,
  publishPlan,
  sellUsage,
  use,
} from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

test('a draft is read and listed with the usage of now, and stored as it was computed last', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const meter = await sellUsage(sandbox, 'calls');
  const plan = await publishPlan(sandbox, {
    name: 'plan',
    graceDays: 3,
    cards: [{ type: 'USAGE', billableId: meter, usage: { model: 'TIERED', slabs: [{ rate: 2 }] } }],
  });
  await openAccount(sandbox, 'one');
  await editTimeline(sandbox, 'one', [{ planId: plan, from: '2030-01-01', until: '2030-03-01' }]);
  const listed = async () => (await sandbox.must.get('/invoices?owner_id=one')).data[0];

  const opened = await onlyInvoice(sandbox, 'one');
  expect(opened).toMatchObject({
    status: 'DRAFT',
    totalAmount: 0,
    invoiceDate: '2030-02-04T00:00:00.000Z', // projected: the end of the grace period
  });
  expect(opened).not.toHaveProperty('sequenceId');

  await sandbox.setClock('2030-01-10T00:00:00Z');
  await use(sandbox, { meter: 'calls', account: 'one', at: '2030-01-10T00:00:00Z', amount: '5' });
  expect((await onlyInvoice(sandbox, 'one')).totalAmount).toBe(10);
  expect(await listed()).toMatchObject({ totalAmount: 10, generatedAt: '2030-01-10T00:00:00.000Z' });
  expect((await listed()).updatedAt).toBe('2030-01-01T00:00:00.000Z');

  // At the end of the cycle the stored one is computed again, though it stays open for three days.
  await sandbox.setClock('2030-02-01T00:00:00Z');
  const january = (await sandbox.must.get('/invoices?owner_id=one')).data.find(
    ({ id }: { id: string }) => id === opened.id,
  );
  expect(january).toMatchObject({ status: 'DRAFT', totalAmount: 10, updatedAt: '2030-02-01T00:00:00.000Z' });

  // Computing it once more with the same result is no update: only another cycle changes on 2 February.
  await sandbox.setClock('2030-02-02T00:00:00Z');
  await openAccount(sandbox, 'two');
  await editTimeline(sandbox, 'two', [{ planId: plan, from: '2030-02-02' }]);
  const again = await sandbox.must.get(`/invoices/${opened.id}`);
  expect(again).toMatchObject({ totalAmount: 10, updatedAt: '2030-02-01T00:00:00.000Z' });
});
