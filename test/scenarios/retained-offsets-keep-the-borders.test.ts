import { expect, test } from 'vitest';
import {
  editTimeline,
  lineOf,
  listInvoices,
  openAccount,
  publishPlan,
  sellFee,
} from '#test/billing-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService();

/** Replaces the running plan from 15 October on, and makes it live. */
async function replace(client: Client, account: string, associationConfig: object): Promise<void> {
  await client.must.post(`/v2/accounts/${account}/edit_schedules`, {
    edits: [{ effectiveFrom: '2030-10-15', effectiveUntil: '9999-01-01', associationConfig }],
  });
  await client.must.post(`/v2/accounts/${account}/finalize_schedules`, {});
}

test('a new plan keeps the running cycle if the edit retains offsets, else it begins its own', async () => {
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

/** The day on which cycles of a schedule begin, as each of its two lists says it. */
const dayOf = ({ pricingCycleConfig: cycle }: Reply['body']) =>
  cycle.anniversaryCycle ? 'of association' : cycle.startOffset.dayOffset;

async function readDays(client: Client, account: string): Promise<string[][]> {
  const [newer, older] = [
    await client.must.get(`/v2/accounts/${account}/schedules?mode=ACTIVE`),
    await client.must.get(`/accounts/${account}/pricing_schedules`),
  ];
  return [
    newer.data.map((each: Reply['body']) => dayOf(each.accountScheduleInfo)),
    older.data.map((each: Reply['body']) => dayOf(each.pricePlanDetails)),
  ];
}

async function postEdits(client: Client, account: string, edits: object[]): Promise<Reply['body'][]> {
  const path = `/v2/accounts/${account}`;
  const { pricingSchedules } = await client.must.post(`${path}/edit_schedules`, { edits });
  await client.must.post(`${path}/finalize_schedules`, {});
  return pricingSchedules;
}

test('borders that were retained from an anniversary stay when the schedule is renewed', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2031-05-01T00:00:00Z');
  const cards = [
    {
      type: 'FIXED_FEE' as const,
      billableId: await sellFee(sandbox, 'Renewed fee'),
      fee: { rate: 31, isProrated: true },
    },
  ];
  const first = await publishPlan(sandbox, { name: 'Anniversary', cards, isAnniversary: true });
  const second = await publishPlan(sandbox, { name: 'From the 1st', cards });
  await openAccount(sandbox, 'copied');
  await editTimeline(sandbox, 'copied', [{ planId: first, from: '2031-05-01' }]);
  const [, retained] = await postEdits(sandbox, 'copied', [
    {
      ...{ effectiveFrom: '2031-05-16', effectiveUntil: '2031-06-20' },
      associationConfig: { pricePlanId: second, retainStartOffsets: true },
    },
  ]);
  await sandbox.setClock('2031-06-02T00:00:00Z');
  await postEdits(sandbox, 'copied', [
    {
      ...{ effectiveFrom: '2031-06-20', effectiveUntil: '9999-01-01' },
      associationConfig: { scheduleId: retained.id },
    },
  ]);
  await sandbox.setClock('2031-07-20T00:00:00Z');
  // 31 × 15 / 31 and 31 × 16 / 31 in May; 31 × 19 / 30 = 19.633 and 31 × 11 / 30 = 11.367 in June.
  expect((await listInvoices(sandbox, 'copied')).map(lineOf)).toEqual([
    '2031-05-01 to 2031-05-16 DUE 15',
    '2031-05-16 to 2031-06-01 DUE 16',
    '2031-06-01 to 2031-06-20 DUE 19.63',
    '2031-06-20 to 2031-07-01 DUE 11.37',
    '2031-07-01 to 2031-08-01 DRAFT 31',
  ]);
  const days = ['of association', '1', '1'];
  expect(await readDays(sandbox, 'copied')).toEqual([days, days]);
});

test('an anniversary is renewed, cut and joined with the borders that it had', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2032-03-15T00:00:00Z');
  const cards = [
    {
      type: 'FIXED_FEE' as const,
      billableId: await sellFee(sandbox, 'Cut fee'),
      fee: { rate: 31, isProrated: true },
    },
  ];
  const plan = await publishPlan(sandbox, { name: 'Yearly days', cards, isAnniversary: true });
  await openAccount(sandbox, 'cut');
  const [whole] = await postEdits(sandbox, 'cut', [
    {
      ...{ effectiveFrom: '2032-03-15', effectiveUntil: '2032-06-20' },
      associationConfig: { pricePlanId: plan },
    },
  ]);
  expect(whole.pricePlanDetailsOverride).toBeUndefined();
  const shown = await postEdits(sandbox, 'cut', [
    { mode: 'DISASSOCIATE', effectiveFrom: '2032-04-20', effectiveUntil: '2032-05-01' },
    {
      ...{ effectiveFrom: '2032-06-20', effectiveUntil: '9999-01-01' },
      associationConfig: { scheduleId: whole.id },
    },
  ]);
  const fifteenth = {
    pricingCycleConfig: {
      interval: 'MONTHLY',
      startOffset: { dayOffset: '15', monthOffset: 'NIL' },
      gracePeriod: 0,
    },
  };
  expect(shown.map((each) => each.pricePlanDetailsOverride)).toEqual([undefined, fifteenth, fifteenth]);
  const days = ['of association', '15', '15'];
  expect(await readDays(sandbox, 'cut')).toEqual([days, days]);
  await sandbox.setClock('2032-07-20T00:00:00Z');
  // Prorated over 31 days from 15 March, 30 from 15 April, 31 from 15 May, 30 from 15 June:
  // 31 × 5 / 30 = 5.167 twice, 31 × 14 / 30 = 14.467 and 31 × 25 / 30 = 25.833.
  expect((await listInvoices(sandbox, 'cut')).map(lineOf)).toEqual([
    '2032-03-15 to 2032-04-15 DUE 31',
    '2032-04-15 to 2032-04-20 DUE 5.17',
    '2032-05-01 to 2032-05-15 DUE 14.47',
    '2032-05-15 to 2032-06-15 DUE 31',
    '2032-06-15 to 2032-06-20 DUE 5.17',
    '2032-06-20 to 2032-07-15 DUE 25.83',
    '2032-07-15 to 2032-08-15 DRAFT 31',
  ]);
  // What begins after today reads the same and is one schedule once it is merged.
  await openAccount(sandbox, 'joined');
  await editTimeline(sandbox, 'joined', [{ planId: plan, from: '2032-07-25', until: '2032-08-10' }]);
  const [{ id: scheduleId }] = (await sandbox.must.get('/v2/accounts/joined/schedules?mode=ACTIVE')).data;
  await sandbox.must.post('/v2/accounts/joined/edit_schedules', {
    edits: [
      {
        ...{ effectiveFrom: '2032-08-10', effectiveUntil: '9999-01-01' },
        associationConfig: { scheduleId },
      },
    ],
  });
  await sandbox.must.post('/v2/accounts/joined/finalize_schedules', { mergeSchedules: true });
  expect(await readDays(sandbox, 'joined')).toEqual([['of association'], ['of association']]);
});
