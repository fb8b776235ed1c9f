import { expect, test } from 'vitest';
import {
  editTimeline,
  lastEventStatus,
  lineOf,
  listInvoices,
  openAccount,
  publishPlan,
  sellUsage,
  use,
} from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

test('an event of January counts until the last instant of 5 February, grace 5', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const meter = await sellUsage(sandbox, 'calls');
  const usage = { model: 'TIERED' as const, slabs: [{ rate: 2 }] };
  const plan = await publishPlan(sandbox, {
    name: 'graceful',
    graceDays: 5,
    cards: [{ type: 'USAGE', billableId: meter, usage }],
  });
  await openAccount(sandbox, 'late', { netTermDays: 45 });
  await editTimeline(sandbox, 'late', [{ planId: plan, from: '2030-01-01' }]);

  await sandbox.setClock('2030-01-20T00:00:00Z');
  await use(sandbox, { meter: 'calls', account: 'late', at: '2030-01-20T00:00:00Z', amount: '10' });
  await sandbox.setClock('2030-02-05T23:59:59.999Z');
  await use(sandbox, { meter: 'calls', account: 'late', at: '2030-01-31T23:59:59.999Z', amount: '3' });
  expect(await lastEventStatus(sandbox, 'late')).toBe('INGESTION_COMPLETED_EVENT_METERED');
  await use(sandbox, { meter: 'calls', account: 'late', at: '2030-02-05T00:00:00Z', amount: '7' });

  // Both cycles run: January in its grace, February since the 1st. 13 × 2 and 7 × 2.
  expect((await listInvoices(sandbox, 'late')).map(lineOf)).toEqual([
    '2030-01-01 to 2030-02-01 DRAFT 26',
    '2030-02-01 to 2030-03-01 DRAFT 14',
  ]);

  await sandbox.setClock('2030-02-06T00:00:00Z');
  const [january, february] = await listInvoices(sandbox, 'late');
  expect([january, february].map(lineOf)).toEqual([
    '2030-01-01 to 2030-02-01 DUE 26',
    '2030-02-01 to 2030-03-01 DRAFT 14',
  ]);
  // Issued at the end of the grace period; 6 February + 45 days = 23 March, until its last instant.
  expect(january).toMatchObject({
    invoiceDate: '2030-02-06T00:00:00.000Z',
    dueDate: '2030-03-23T23:59:59.999Z',
    netTermDays: 45,
    sequenceId: '2030-02-0001',
  });
});
