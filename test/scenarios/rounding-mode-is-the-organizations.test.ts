import { expect, test } from 'vitest';
import {
  editTimeline,
  listInvoices,
  openAccount,
  publishPlan,
  sellUsage,
  use,
} from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

test('an amount of 2.345 USD is billed as the setting ROUNDING_MODE says when the cycle closes', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const meter = await sellUsage(sandbox, 'grams');
  const usage = { model: 'TIERED' as const, slabs: [{ rate: 0.67 }] };
  const plan = await publishPlan(sandbox, {
    name: 'grams',
    cards: [{ type: 'USAGE', billableId: meter, usage }],
  });
  await openAccount(sandbox, 'a');
  await editTimeline(sandbox, 'a', [{ planId: plan, from: '2030-01-01' }]);
  const modes = [
    // 3.5 × 0.67 = 2.345, a tie: up away from zero, to the even 2.34, and cut off to 2.34
    ['01', null, 2.35],
    ['02', 'HALF_EVEN', 2.34],
    ['03', 'DOWN', 2.34],
    ['04', 'HALF_UP', 2.35],
  ] as const;
  for (const [month, mode] of modes) {
    await use(sandbox, { meter: 'grams', account: 'a', at: `2030-${month}-01T00:00:00Z`, amount: '3.5' });
    const setting = { namespace: 'PLATFORM', id: 'ROUNDING_MODE', name: 'rounding', dataType: 'STRING' };
    const owner = { entityType: 'ORGANIZATION', entityId: 'default' };
    if (mode) await sandbox.must.post('/settings', { ...setting, ...owner, value: mode });
    await sandbox.setClock(`2030-0${Number(month) + 1}-01T00:00:00Z`);
  }
  const issued = (await listInvoices(sandbox, 'a')).filter(({ status }) => status === 'DUE');
  expect(issued.map(({ totalAmount }) => totalAmount)).toEqual(modes.map(([, , amount]) => amount));
});
