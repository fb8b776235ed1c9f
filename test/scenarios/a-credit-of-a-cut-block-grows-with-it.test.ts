import { expect, test } from 'vitest';
import { editTimeline, listInvoices, openAccount, publishPlan } from '#test/billing-scenario.ts';
import { creditGrant } from '#test/credit-grants.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService();

/** `2030-06-01 to 2030-06-30 ACTIVE`, the oldest first. */
async function granted(client: Client, account: string): Promise<string[]> {
  const { data } = await client.must.get(`/credits?account_id=${account}`);
  return data
    .map((each: Reply['body']) => `${each.effectiveFrom} to ${each.effectiveUntil} ${each.status}`)
    .toSorted();
}

async function prices(client: Client, account: string): Promise<string[]> {
  const invoices = (await listInvoices(client, account)).filter(({ status }) => status !== 'DRAFT');
  return invoices.map(({ startDate, totalAmount }) => `${startDate.slice(0, 10)} ${totalAmount}`);
}

test('a credit that lasts as long as its block ends with the last day that the chain has of it', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-06-01T00:00:00Z');
  const { id } = await sandbox.must.post('/addons', { name: 'Included', type: 'CREDIT_GRANT' });
  const plan = await publishPlan(sandbox, {
    name: 'Included',
    cards: [creditGrant(id, { amount: 20, price: 4, timing: 'IN_ADVANCE' })],
  });
  const accounts = ['merged', 'followed', 'twice', 'cut', 'expired', 'in-two-parts'];
  for (const account of accounts) await openAccount(sandbox, account);
  for (const account of ['merged', 'followed', 'twice', 'expired'])
    await editTimeline(sandbox, account, [{ planId: plan, from: '2030-06-01', until: '2030-06-16' }]);
  await editTimeline(sandbox, 'cut', [{ planId: plan, from: '2030-06-01' }]);
  await editTimeline(sandbox, 'in-two-parts', [
    { planId: plan, from: '2030-06-01', until: '2030-06-16' },
    { planId: plan, from: '2030-06-16' },
  ]);
  const half = '2030-06-01 to 2030-06-15 ACTIVE';
  const whole = '2030-06-01 to 2030-06-30 ACTIVE';
  expect(await granted(sandbox, 'merged')).toEqual([half]);
  expect(await granted(sandbox, 'in-two-parts')).toEqual([whole]);

  await sandbox.setClock('2030-06-10T00:00:00Z');
  await sandbox.must.post('/v2/accounts/merged/edit_schedules', {
    edits: [
      {
        ...{ mode: 'ASSOCIATE', effectiveFrom: '2030-06-16', effectiveUntil: '9999-01-01' },
        associationConfig: { pricePlanId: plan },
      },
    ],
  });
  await sandbox.must.post('/v2/accounts/merged/finalize_schedules', { mergeSchedules: true });
  await sandbox.settle();
  await editTimeline(sandbox, 'followed', [{ planId: plan, from: '2030-06-16' }]);
  // By ten days, and then by the rest.
  await editTimeline(sandbox, 'twice', [{ planId: plan, from: '2030-06-16', until: '2030-06-26' }]);
  expect(await granted(sandbox, 'twice')).toEqual(['2030-06-01 to 2030-06-25 ACTIVE']);
  // What was granted for the whole block stays when it is cut.
  await editTimeline(sandbox, 'cut', [{ from: '2030-06-16' }]);
  await sandbox.setClock('2030-06-20T00:00:00Z');
  await editTimeline(sandbox, 'twice', [{ planId: plan, from: '2030-06-26' }]);
  for (const account of ['merged', 'followed', 'twice', 'cut', 'in-two-parts'])
    expect([account, ...(await granted(sandbox, account))]).toEqual([account, whole]);
  // What has expired stays so; after the gap the credit is bought again.
  await editTimeline(sandbox, 'expired', [{ planId: plan, from: '2030-06-21' }]);
  await sandbox.setClock('2030-06-21T00:00:00Z');
  expect(await granted(sandbox, 'expired')).toEqual([
    '2030-06-01 to 2030-06-15 EXPIRED',
    '2030-06-21 to 2030-06-30 ACTIVE',
  ]);

  // At its new end it expires, and July brings its own.
  await sandbox.setClock('2030-07-01T12:00:00Z');
  for (const account of ['merged', 'followed', 'twice', 'in-two-parts']) {
    const july = '2030-07-01 to 2030-07-31 ACTIVE';
    expect(await granted(sandbox, account)).toEqual(['2030-06-01 to 2030-06-30 EXPIRED', july]);
    expect(await prices(sandbox, account)).toEqual(['2030-06-01 4', '2030-07-01 4']);
  }
  expect(await prices(sandbox, 'cut')).toEqual(['2030-06-01 4']);
});
