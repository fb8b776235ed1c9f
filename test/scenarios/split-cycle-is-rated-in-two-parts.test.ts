import { beforeAll, expect, test } from 'vitest';
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
const plans = { first: '', second: '' };

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const meter = await sellUsage(sandbox, 'calls');
  const fee = await sellFee(sandbox, 'Fee');
  const slabs = [{ rate: 2 }, { startAfter: 100, rate: 1 }];
  for (const [name, rate] of [
    ['first', 31],
    ['second', 62],
  ] as const)
    plans[name] = await publishPlan(sandbox, {
      name,
      cards: [
        { type: 'USAGE', billableId: meter, usage: { model: 'TIERED', slabs }, tag: 'usage' },
        { type: 'FIXED_FEE', billableId: fee, fee: { rate, isProrated: true } },
      ],
    });
  for (const account of ['split', 'unsplit']) {
    await openAccount(sandbox, account);
    await editTimeline(sandbox, account, [{ planId: plans.first, from: '2030-01-01' }]);
  }
  await sandbox.setClock('2030-01-05T00:00:00Z');
  for (const account of ['split', 'unsplit'])
    await use(sandbox, { meter: 'calls', account, at: '2030-01-05T00:00:00Z', amount: '60' });
});

test('an edit on day 11 ends the cycle there', async () => {
  const { sandbox } = service;
  await editTimeline(sandbox, 'split', [{ planId: plans.second, from: '2030-01-11' }]);
  // 60 × 2 + 31 × 10 / 31 = 130: the running draft has been cut already.
  expect((await listInvoices(sandbox, 'split')).map(lineOf)).toEqual(['2030-01-01 to 2030-01-11 DRAFT 130']);
  await sandbox.setClock('2030-01-11T00:00:00Z');
  expect((await listInvoices(sandbox, 'split')).map(lineOf)).toEqual([
    '2030-01-01 to 2030-01-11 DUE 130',
    '2030-01-11 to 2030-02-01 DRAFT 42', // 62 × 21 / 31
  ]);
});

test('tiers begin anew in the second part', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-20T00:00:00Z');
  for (const account of ['split', 'unsplit'])
    await use(sandbox, { meter: 'calls', account, at: '2030-01-20T00:00:00Z', amount: '90' });
  await sandbox.setClock('2030-02-01T00:00:00Z');
  const [first, second] = await listInvoices(sandbox, 'split');
  const [unsplit] = await listInvoices(sandbox, 'unsplit');
  // Usage: 60 × 2 = 120 and 90 × 2 = 180, together 300; fees: 10 and 42.
  expect([first, second].map(lineOf)).toEqual([
    '2030-01-01 to 2030-01-11 DUE 130',
    '2030-01-11 to 2030-02-01 DUE 222',
  ]);
  // Unsplit 150 units: 100 × 2 + 50 × 1 = 250, and the fee of 31.
  expect(lineOf(unsplit)).toBe('2030-01-01 to 2030-02-01 DUE 281');
});

test('an account taken off its plan gets the bill for its last days and no other', async () => {
  const { sandbox } = service;
  await editTimeline(sandbox, 'unsplit', [{ from: '2030-02-15' }]);
  await sandbox.setClock('2030-04-15T00:00:00Z');
  expect((await listInvoices(sandbox, 'unsplit')).map(lineOf)).toEqual([
    '2030-01-01 to 2030-02-01 DUE 281',
    '2030-02-01 to 2030-02-15 DUE 15.5', // 31 × 14 / 28
  ]);
});

test('a plan that is taken away before it begins is never billed', async () => {
  const { sandbox } = service;
  await openAccount(sandbox, 'undecided');
  await editTimeline(sandbox, 'undecided', [{ planId: plans.first, from: '2030-05-01' }]);
  await editTimeline(sandbox, 'undecided', [{ from: '2030-04-16' }]);
  await sandbox.setClock('2030-07-01T00:00:00Z');
  expect(await listInvoices(sandbox, 'undecided')).toEqual([]);
});
