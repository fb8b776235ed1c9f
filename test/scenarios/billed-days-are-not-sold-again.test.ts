import { expect, test } from 'vitest';
import {
  editTimeline,
  lineOf,
  listInvoices,
  openAccount,
  publishPlan,
  sellFee,
} from '#test/billing-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();

const associate = (client: Client, pricePlanId: string, days: { from: string; until: string }) =>
  client.post('/v2/accounts/acme/edit_schedules?discard=true', {
    edits: [{ effectiveFrom: days.from, effectiveUntil: days.until, associationConfig: { pricePlanId } }],
  });

test('free days before an issued invoice stay free, those after it can be filled', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-10T00:00:00Z');
  const billableId = await sellFee(sandbox, 'Fee');
  const cards = [{ type: 'FIXED_FEE' as const, billableId, fee: { rate: 31, isProrated: true } }];
  const planId = await publishPlan(sandbox, { name: 'plan', cards });
  await openAccount(sandbox, 'acme');
  await editTimeline(sandbox, 'acme', [{ planId, from: '2030-01-10', until: '2030-01-20' }]);
  // Nothing has been issued yet: the first days of January can still be sold.
  expect((await associate(sandbox, planId, { from: '2030-01-01', until: '2030-01-10' })).status).toBe(200);

  await sandbox.setClock('2030-03-05T00:00:00Z');
  expect((await listInvoices(sandbox, 'acme')).map(lineOf)).toEqual(['2030-01-10 to 2030-01-20 DUE 10']);
  const early = await associate(sandbox, planId, { from: '2030-01-01', until: '2030-01-10' });
  expect([early.status, early.body.message]).toEqual([
    400,
    'edits[0].effectiveFrom: days before 2030-01-20 are already invoiced',
  ]);
  const after = await associate(sandbox, planId, { from: '2030-01-20', until: '2030-02-01' });
  expect(after.status).toBe(200);
  await sandbox.must.post('/v2/accounts/acme/finalize_schedules', {});
  await sandbox.settle();
  expect((await listInvoices(sandbox, 'acme')).map(lineOf)).toEqual([
    '2030-01-10 to 2030-01-20 DUE 10',
    '2030-01-20 to 2030-02-01 DUE 12', // billed at once
  ]);
});
