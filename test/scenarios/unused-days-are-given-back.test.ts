import { expect, test } from 'vitest';
import {
  type CardTerms,
  editTimeline,
  lineOf,
  listInvoices,
  openAccount,
  publishPlan,
  sellFee,
  valuesOf,
} from '#test/billing-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';

const service = useService();

test('a fee in advance is given back by its unused days', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const addOn = await sellFee(sandbox, 'Fee');
  const publish = (name: string, fee: NonNullable<CardTerms['fee']>) =>
    publishPlan(sandbox, {
      name,
      cards: [{ type: 'FIXED_FEE', billableId: addOn, timing: 'IN_ADVANCE', fee }],
    });
  const prorated = await publish('prorated', { rate: 50, isProrated: true });
  const whole = await publish('whole', { rate: 50 });
  const quarterly = await publish('quarterly', { rate: 300, isProrated: true, interval: 3 });
  const [cheap, dear] = [
    await publish('cheap', { rate: 31, isProrated: true }),
    await publish('dear', { rate: 62, isProrated: true }),
  ];
  const discount = await publish('discount', { rate: -31, isProrated: true });
  const start = async (account: string, planId: string, until?: string) => {
    await openAccount(sandbox, account);
    await editTimeline(sandbox, account, [{ planId, from: '2030-01-01', ...(until && { until }) }]);
  };
  await start('detached', prorated);
  await start('whole', whole);
  await start('quarterly', quarterly);
  await start('edited', cheap);
  await start('stays', prorated);
  await start('discount', discount);
  await start('longer', cheap, '2030-01-11');

  await sandbox.setClock('2030-01-05T00:00:00Z');
  for (const account of ['detached', 'whole', 'stays'])
    await editTimeline(sandbox, account, [{ from: '2030-01-18' }]);
  await editTimeline(sandbox, 'discount', [{ from: '2030-01-11' }]);
  await editTimeline(sandbox, 'edited', [{ planId: dear, from: '2030-01-11' }]);
  await editTimeline(sandbox, 'quarterly', [{ from: '2030-03-01' }]);
  // Thought better of it: the same plan from the day of the end on, as one schedule again.
  const rejoin = async (account: string, planId: string, effectiveFrom: string) => {
    const association = { associationConfig: { pricePlanId: planId }, mergeSchedules: true };
    await sandbox.must.post(`/v2/accounts/${account}/edit_schedules`, {
      edits: [{ mode: 'ASSOCIATE', effectiveFrom, effectiveUntil: '9999-01-01', ...association }],
    });
    await sandbox.must.post(`/v2/accounts/${account}/finalize_schedules`, { mergeSchedules: true });
    await sandbox.settle();
  };
  await rejoin('stays', prorated, '2030-01-18');
  await rejoin('longer', cheap, '2030-01-11');

  await sandbox.setClock('2030-01-20T00:00:00Z');
  const credits = async (account: string) => {
    const { data } = await sandbox.must.get(`/credits?account_id=${account}`);
    return data.map(({ creditAmount, purpose, status, grantorId }: Reply['body']) => {
      expect(grantorId).toBe(addOn);
      return `${creditAmount} ${status} ${purpose}`;
    });
  };
  const listed = async (account: string) => (await listInvoices(sandbox, account)).map(lineOf);
  // V28: 50 × 14 / 31 = 22.580…
  const V28 = ['22.58 ACTIVE Fee: unused from 2030-01-18: 50 × 14 / 31 = 22.58'];
  expect(await credits('detached')).toEqual(V28);
  expect(await credits('whole')).toEqual([]); // without proration nothing
  expect(await credits('stays')).toEqual([]);
  // V11 in advance: 31 less 31 × 21 / 31, and 62 × 21 / 31, which the credit pays in part.
  expect(await credits('edited')).toEqual(['21 CONSUMED Fee: unused from 2030-01-11: 31 × 21 / 31 = 21']);
  expect(await listed('edited')).toEqual([
    '2030-01-01 to 2030-02-01 DUE 31',
    '2030-01-11 to 2030-02-01 DUE 21',
    '2030-01-11 to 2030-02-01 DRAFT 0',
  ]);
  // A discount for days that are not used is charged. The wallet pays, as the discount of 31 is in it.
  const [, owed] = await listInvoices(sandbox, 'discount');
  expect(`${owed.invoiceType} ${lineOf(owed)}`).toBe('ADHOC_ADVANCED 2030-01-01 to 2030-02-01 PAID 21');
  expect((await sandbox.must.get('/accounts/discount/wallet')).balance).toBe(10);
  expect(valuesOf(owed, 'ADVANCED_FIXED_FEE')).toEqual([['ADVANCED_FIXED_FEE', 21]]);

  // Another change of the timeline looks at it once more, and finds nothing to do.
  await editTimeline(sandbox, 'detached', [{ planId: prorated, from: '2030-06-01' }]);
  await editTimeline(sandbox, 'discount', [{ planId: discount, from: '2030-06-01' }]);
  expect(await credits('detached')).toEqual(V28);
  expect(await listed('discount')).toHaveLength(2);

  await sandbox.setClock('2030-03-02T00:00:00Z');
  // Of the block of January to March 31 of 90 days are not used: 300 × 31 / 90 = 103.33…
  expect(await credits('quarterly')).toEqual([
    '103.33 ACTIVE Fee: unused from 2030-03-01: 300 × 31 / 90 = 103.33',
  ]);
  // Ten days were charged at first; the others with the next invoice in advance: 31 × 21 / 31 beside 31.
  const [first, second] = await listed('longer');
  expect([first, second]).toEqual(['2030-01-01 to 2030-01-11 DUE 10', '2030-02-01 to 2030-03-01 DUE 52']);
});
