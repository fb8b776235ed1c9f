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

test('usage, bills and numbers of three months', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const meter = await sellUsage(sandbox, 'calls');
  const addOn = await sellFee(sandbox, 'Fee');
  const slabs = [{ rate: 0.01 }, { startAfter: 1000, rate: 0.008 }];
  const plan = await publishPlan(sandbox, {
    name: 'plan',
    cards: [
      { type: 'USAGE', billableId: meter, usage: { model: 'TIERED', slabs } },
      { type: 'FIXED_FEE', billableId: addOn, timing: 'IN_ADVANCE', fee: { rate: 20 } },
    ],
  });
  await openAccount(sandbox, 'steady');
  await editTimeline(sandbox, 'steady', [{ planId: plan, from: '2030-01-01' }]);

  const months = [
    ['2030-01-15T12:00:00Z', '2030-02-01T00:00:00Z'],
    ['2030-02-15T12:00:00Z', '2030-03-01T00:00:00Z'],
    ['2030-03-15T12:00:00Z', '2030-04-01T00:00:00Z'],
  ] as const;
  const wallMs: number[] = [];
  for (const [index, [middle, end]] of months.entries()) {
    const begun = performance.now();
    await sandbox.setClock(middle);
    const event = { meter: 'calls', account: 'steady', at: middle };
    await use(sandbox, { ...event, amount: String(1000 * (index + 1)) });
    await sandbox.setClock(end);
    wallMs.push(Math.round(performance.now() - begun));
  }
  console.log(`wall time of three months: ${wallMs.join(', ')} ms`);

  const issued = (await listInvoices(sandbox, 'steady')).filter(({ status }) => status !== 'DRAFT');
  expect(issued.map((invoice) => `${invoice.sequenceId} ${lineOf(invoice)}`)).toEqual([
    '2030-01-0001 2030-01-01 to 2030-02-01 DUE 20',
    '2030-02-0002 2030-01-01 to 2030-02-01 DUE 10', // 1000 × 0.01
    '2030-02-0003 2030-02-01 to 2030-03-01 DUE 20',
    '2030-03-0004 2030-02-01 to 2030-03-01 DUE 18', // 10 + 1000 × 0.008
    '2030-03-0005 2030-03-01 to 2030-04-01 DUE 20',
    '2030-04-0006 2030-03-01 to 2030-04-01 DUE 26', // 10 + 2000 × 0.008
    '2030-04-0007 2030-04-01 to 2030-05-01 DUE 20',
  ]);
  // A month costs well under a second; ten times as much on a busy machine is still no reason to fail.
  expect(Math.max(...wallMs)).toBeLessThan(10_000);
});
