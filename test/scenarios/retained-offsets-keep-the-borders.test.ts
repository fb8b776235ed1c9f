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

/** Replaces the running plan from 15 October on, and makes it live. */
async function replace(client: Client, account: string, associationConfig: object): Promise<void> {
  await client.must.post(`/v2/accounts/${account}/edit_schedules`, {
    edits: [{ effectiveFrom: '2030-10-15', effectiveUntil: '9999-01-01', associationConfig }],
  });
  await client.must.post(`/v2/accounts/${account}/finalize_schedules`, {});
}

test('a new plan keeps the running cycle when it is told to, and begins its own when it is not', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-10-01T00:00:00Z');
  const billableId = await sellFee(sandbox, 'Fee');
  const cards = [{ type: 'FIXED_FEE' as const, billableId, fee: { rate: 31, isProrated: true } }];
  const running = await publishPlan(sandbox, { name: 'running', cards });
  const next = await publishPlan(sandbox, { name: 'next', cards, day: '15' });
  for (const account of ['retained', 'renewed']) {
    await openAccount(sandbox, account);
    await editTimeline(sandbox, account, [{ planId: running, from: '2030-10-01' }]);
  }
  await replace(sandbox, 'retained', { pricePlanId: next, retainStartOffsets: true });
  await replace(sandbox, 'renewed', { pricePlanId: next });
  await sandbox.setClock('2030-11-20T00:00:00Z');
  // Both parts of October are stubs: 31 × 14 / 31 and 31 × 17 / 31.
  expect((await listInvoices(sandbox, 'retained')).map(lineOf)).toEqual([
    '2030-10-01 to 2030-10-15 DUE 14',
    '2030-10-15 to 2030-11-01 DUE 17',
    '2030-11-01 to 2030-12-01 DRAFT 31',
  ]);
  expect((await listInvoices(sandbox, 'renewed')).map(lineOf)).toEqual([
    '2030-10-01 to 2030-10-15 DUE 14',
    '2030-10-15 to 2030-11-15 DUE 31',
    '2030-11-15 to 2030-12-15 DRAFT 31',
  ]);
});
