import { expect, test } from 'vitest';
import { editTimeline, listInvoices, openAccount, publishPlan } from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { formGroup } from '#test/group-scenario.ts';
import { licenseCard, sellSeats, setSeats } from '#test/license-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

/*
 * On 2 April an account is put on a plan from 2 March: two seats at 30.00 for that cycle of 31 days, in
 * advance, 60.00; a third one joined on 22 March, for 11 days: 10.65 on the bill of April, beside 90.00. Both
 * bills are of 2 April, so one invoice of the group has them.
 */
test('an invoice of a group is made void with a bill and the line on top of it', async () => {
  const { sandbox: client } = service;
  await client.setClock('2030-04-02T00:00:00Z');
  const seats = await sellSeats(client, 'Seats');
  const plan = await publishPlan(client, {
    ...{ name: 'plan', isOngoing: true, isAnniversary: true },
    cards: [licenseCard(seats, { slabs: [{ rate: 30 }], timing: 'IN_ADVANCE', refundMode: 'CREDITS' })],
  });
  await openAccount(client, 'member');
  const group = await formGroup(client, { accounts: ['member'] });
  await setSeats(client, seats, { account: 'member', quantity: '2', from: '2030-03-02T00:00:00Z' });
  await setSeats(client, seats, { account: 'member', quantity: '+1', from: '2030-03-22T00:00:00Z' });
  await editTimeline(client, 'member', [{ planId: plan, from: '2030-03-02' }]);
  await client.setClock('2030-04-03T12:00:00Z');
  const bills = async () =>
    (await listInvoices(client, 'member'))
      .filter(({ invoiceType }) => invoiceType === 'STANDARD_ADVANCED')
      .map(({ status, totalAmount }) => `${status} ${totalAmount}`);
  expect(await bills()).toEqual(['MERGED 60', 'MERGED 100.65']);
  const [composite] = (await client.must.get(`/invoices?owner_id=${group}`)).data;
  expect(composite.totalAmount).toBe(160.65);
  await client.must.patch(`/invoices/${composite.id}`, { status: 'VOID' });
  expect(await bills()).toEqual(['VOID 60', 'VOID 100.65']);
  expect(await findMismatches(service)).toEqual([]);
});
