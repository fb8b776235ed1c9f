import { expect, test } from 'vitest';
import { editTimeline, openAccount, publishPlan, sellFee } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

test('the days of a timeline tile, whatever zone the organization moves to', async () => {
  const { sandbox } = service;
  await sandbox.must.patch('/ext/v1/organization', { timezone: 'Europe/Berlin' });
  await sandbox.setClock('2030-01-01T12:00:00Z');
  const billableId = await sellFee(sandbox, 'Fee');
  const planId = await publishPlan(sandbox, { name: 'plan', cards: [{ type: 'FIXED_FEE', billableId }] });
  for (const account of ['early', 'late']) await openAccount(sandbox, account);
  await editTimeline(sandbox, 'early', [{ planId, from: '2030-01-01' }]);

  await sandbox.must.patch('/ext/v1/organization', { timezone: 'Pacific/Honolulu' });
  for (const account of ['early', 'late'])
    await editTimeline(sandbox, account, [{ planId, from: '2030-07-01' }]);
  const borders = async (account: string) =>
    (await sandbox.must.get(`/v2/accounts/${account}/schedules?mode=ACTIVE`)).data.map(
      ({ startDate, endDate }: Record<string, string>) => `${startDate} ${endDate}`,
    );
  // Midnights of Berlin, an hour ahead of UTC in January and two in July.
  expect(await borders('early')).toEqual([
    '2029-12-31T23:00:00.000Z 2030-06-30T22:00:00.000Z',
    '2030-06-30T22:00:00.000Z 9999-01-01T00:00:00.000Z',
  ]);
  // A timeline that begins after the change has the midnights of Honolulu, ten hours behind UTC.
  expect(await borders('late')).toEqual(['2030-07-01T10:00:00.000Z 9999-01-01T00:00:00.000Z']);
});

test('an account without schedules for 402 days follows the organization', async () => {
  const { sandbox } = service;
  await editTimeline(sandbox, 'early', [{ from: '2030-07-01' }]);
  await sandbox.setClock('2032-01-01T12:00:00Z');
  const { data } = await sandbox.must.get('/v2/price_plans');
  await editTimeline(sandbox, 'early', [{ planId: data[0].id, from: '2032-02-01' }]);
  const schedules = (await sandbox.must.get('/v2/accounts/early/schedules?mode=ACTIVE')).data;
  expect(schedules.at(-1).startDate).toBe('2032-02-01T10:00:00.000Z');
});
