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

test('a plan edited from the start of the running cycle prices all of its usage', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const meter = await sellUsage(sandbox, 'calls');
  const addOn = await sellFee(sandbox, 'Fee');
  const publish = (name: string, rate: number, fee: number) =>
    publishPlan(sandbox, {
      name,
      isOngoing: true,
      cards: [
        { type: 'USAGE', billableId: meter, usage: { model: 'TIERED', slabs: [{ rate }] } },
        { type: 'FIXED_FEE', billableId: addOn, timing: 'IN_ADVANCE', fee: { rate: fee } },
      ],
    });
  const cheap = await publish('cheap', 1, 10);
  const dear = await publish('dear', 3, 25);
  await openAccount(sandbox, 'one');
  await editTimeline(sandbox, 'one', [{ planId: cheap, from: '2030-01-01' }]);
  await sandbox.setClock('2030-02-20T00:00:00Z');
  await use(sandbox, { meter: 'calls', account: 'one', at: '2030-02-05T00:00:00Z', amount: '60' });

  await editTimeline(sandbox, 'one', [{ planId: dear, from: '2030-02-01' }]);
  await sandbox.setClock('2030-03-01T00:00:00Z');
  expect((await listInvoices(sandbox, 'one')).map(lineOf)).toEqual([
    '2030-01-01 to 2030-02-01 DUE 10',
    '2030-01-01 to 2030-02-01 PAID 0',
    '2030-02-01 to 2030-03-01 DUE 10', // issued on 1 February, before the edit, and frozen
    '2030-02-01 to 2030-03-01 DUE 180', // 60 × 3: one bill, at the new rate
    '2030-03-01 to 2030-04-01 DUE 40', // 25, and 15 that the fee of February is more than was charged
    '2030-03-01 to 2030-04-01 DRAFT 0',
  ]);
});
