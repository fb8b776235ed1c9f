import { expect, test } from 'vitest';
import { listInvoices } from '#test/billing-scenario.ts';
import { dayOf, formGroup, listComposites, membersOf, openPayer } from '#test/group-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();

/** Accounts whose cycles end at midnights of different zones, and an organization that lives elsewhere. */
async function openInZones(
  client: Client,
  zones: { account: string; zone: string }[],
  home: string,
): Promise<string> {
  await client.setClock('2030-01-10T12:00:00Z');
  for (const { account, zone } of zones) {
    await client.must.patch('/ext/v1/organization', { timezone: zone });
    await openPayer(client, account, { from: '2030-01-01', until: '2030-02-01' });
  }
  await client.must.patch('/ext/v1/organization', { timezone: home });
  return formGroup(client, { accounts: zones.map(({ account }) => account) });
}

const dueInstants = (client: Client, accounts: string[]) =>
  Promise.all(accounts.map(async (account) => (await listInvoices(client, account))[0].invoiceDate));

test('members due on two days of UTC and one day of the organization are one bill', async () => {
  const { sandbox } = await service.createOrganization('auckland');
  const zones = [
    { account: 'tokyo', zone: 'Asia/Tokyo' },
    { account: 'york', zone: 'America/New_York' },
  ];
  const group = await openInZones(sandbox, zones, 'Pacific/Auckland');
  await sandbox.setClock('2030-02-01T10:59:59Z'); // a second before midnight in Auckland, 13 hours ahead
  // Midnight of Tokyo is 04:00 and that of New York 18:00 of 1 February in Auckland.
  expect(await dueInstants(sandbox, ['tokyo', 'york'])).toEqual([
    '2030-01-31T15:00:00.000Z',
    '2030-02-01T05:00:00.000Z',
  ]);
  const [draft, ...others] = await listComposites(sandbox, group);
  expect([draft.status, membersOf(draft), others]).toEqual(['DRAFT', ['tokyo 10', 'york 10'], []]);
  await sandbox.setClock('2030-02-01T11:00:00Z');
  const [bill] = await listComposites(sandbox, group);
  expect(bill).toMatchObject({
    status: 'DUE',
    totalAmount: 20,
    startDate: '2030-01-31T11:00:00.000Z',
    endDate: '2030-02-01T11:00:00.000Z',
    invoiceDate: '2030-01-31T11:00:00.000Z', // the first instant of 1 February
    dueDate: '2030-02-01T10:59:59.999Z',
    sequenceId: '2030-02-0001',
  });
});

test('members due on one day of UTC and two days of the organization are two bills', async () => {
  const { sandbox } = await service.createOrganization('york');
  const zones = [
    { account: 'london', zone: 'Europe/London' },
    { account: 'york', zone: 'America/New_York' },
  ];
  const group = await openInZones(sandbox, zones, 'America/New_York');
  await sandbox.setClock('2030-02-01T04:59:59Z');
  // Midnight of London is 19:00 of 31 January in New York.
  expect(await dueInstants(sandbox, ['london', 'york'])).toEqual([
    '2030-02-01T00:00:00.000Z',
    '2030-02-01T05:00:00.000Z',
  ]);
  expect((await listComposites(sandbox, group)).map(membersOf)).toEqual([['london 10']]);
  await sandbox.setClock('2030-02-02T05:00:00Z');
  const bills = await listComposites(sandbox, group);
  expect(bills.map((bill) => [membersOf(bill), bill.invoiceDate, bill.sequenceId])).toEqual([
    [['london 10'], '2030-01-31T05:00:00.000Z', '2030-01-0001'],
    [['york 10'], '2030-02-01T05:00:00.000Z', '2030-02-0002'],
  ]);
});

test('a day of 23 hours ends when its clock says so', async () => {
  const { sandbox } = await service.createOrganization('berlin');
  await sandbox.must.patch('/ext/v1/organization', { timezone: 'Europe/Berlin' });
  await sandbox.setClock('2030-01-31T12:00:00Z');
  await openPayer(sandbox, 'berlin', { from: '2030-01-31', until: '2030-03-31' });
  const group = await formGroup(sandbox, { accounts: ['berlin'] });
  await sandbox.setClock('2030-03-30T23:00:00Z'); // 31 March begins, and at 02:00 its clock jumps to 03:00
  await sandbox.setClock('2030-03-31T21:59:59Z');
  expect((await listComposites(sandbox, group)).at(-1).status).toBe('DRAFT');
  await sandbox.setClock('2030-03-31T22:00:00Z');
  expect(dayOf((await listComposites(sandbox, group)).at(-1))).toBe('2030-03-30 DUE 10');
});
