import { expect, test } from 'vitest';
import {
  type CardTerms,
  editTimeline,
  listInvoices,
  openAccount,
  publishPlan,
  sellFee,
} from '#test/billing-scenario.ts';
import { licenseCard, sellSeats, setSeats } from '#test/license-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';

const service = useService();

test('a plan edited from the start of the running cycle is charged by the difference', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const seats = await sellSeats(sandbox, 'Seats');
  const [raised, lowered, gone, added] = [
    await sellFee(sandbox, 'Raised'),
    await sellFee(sandbox, 'Lowered'),
    await sellFee(sandbox, 'Gone'),
    await sellFee(sandbox, 'Added'),
  ];
  const fee = (billableId: string, rate: number): CardTerms => {
    return { type: 'FIXED_FEE', billableId, timing: 'IN_ADVANCE', fee: { rate } };
  };
  const seat = (rate: number) => licenseCard(seats, { slabs: [{ rate }], timing: 'IN_ADVANCE' });
  const publish = (name: string, cards: CardTerms[]) =>
    publishPlan(sandbox, { name, isOngoing: true, cards });
  const before = await publish('before', [fee(raised, 10), fee(lowered, 50), fee(gone, 7), seat(4)]);
  const after = await publish('after', [fee(raised, 25), fee(lowered, 20), fee(added, 3), seat(5)]);
  const last = await publish('last', [fee(raised, 25), fee(lowered, 20), fee(added, 1), seat(6)]);
  await openAccount(sandbox, 'one');
  await setSeats(sandbox, seats, { account: 'one', quantity: '10', from: '2030-01-01T00:00:00Z' });
  await editTimeline(sandbox, 'one', [{ planId: before, from: '2030-01-01' }]);

  const lines = (invoice: Reply['body']): string[] => {
    const [total] = invoice.revenueInfo.lineItems[0].lineItems;
    const all = (line: Reply['body']): Reply['body'][] => [line, ...line.lineItems.flatMap(all)];
    return all(total)
      .filter(({ type }) => /^ADVANCED|^SUB_CREDITS/.test(type))
      .map(({ description, value }) => `${value} ${description}`);
  };
  const invoiceOf = async (day: string) => {
    const invoices = await listInvoices(sandbox, 'one');
    return invoices.find(({ startDate, invoiceType }: Reply['body']) => {
      return startDate.startsWith(day) && invoiceType === 'STANDARD_ADVANCED';
    });
  };
  await sandbox.setClock('2030-02-10T00:00:00Z');
  expect(lines(await invoiceOf('2030-02-01'))).toEqual(['10 Raised', '50 Lowered', '7 Gone', '40 Seats']);
  await editTimeline(sandbox, 'one', [{ planId: after, from: '2030-02-01' }]);
  const credits = async () => {
    const { data } = await sandbox.must.get('/credits?account_id=one');
    return data.map(({ creditAmount, purpose }: Reply['body']) => `${creditAmount} ${purpose}`).toSorted();
  };
  // Nothing is charged at once, and what is less is given back at once.
  expect(await listInvoices(sandbox, 'one')).toHaveLength(3);
  expect(await credits()).toEqual([
    '30 Lowered: 50 charged and 20 due for 2030-02-01 to 2030-02-28',
    '7 Gone: 7 charged and 0 due for 2030-02-01 to 2030-02-28',
  ]);
  // Seats of February change after the edit: 4 × 5 × 14 / 28 at the new price, whatever it is in the end.
  await setSeats(sandbox, seats, { account: 'one', quantity: '+4', from: '2030-02-15T00:00:00Z' });
  // And edited once more: only what differs from the last state is corrected.
  await sandbox.setClock('2030-02-20T00:00:00Z');
  await editTimeline(sandbox, 'one', [{ planId: last, from: '2030-02-01' }]);
  // The 3 for what was added wait for March, and become 1: nothing that was charged is given back.
  expect(await credits()).toHaveLength(2);

  await sandbox.setClock('2030-03-02T00:00:00Z');
  const march = await invoiceOf('2030-03-01');
  expect(lines(march)).toEqual([
    '25 Raised',
    '20 Lowered',
    '1 Added',
    '84 Seats', // 14 × 6
    '15 Raised: correction of 2030-02-01 to 2030-02-28', // 25 − 10
    '1 Added: correction of 2030-02-01 to 2030-02-28',
    '10 Seats: correction of 2030-02-01 to 2030-02-28', // 10 × 5 − 10 × 4
    '10 Seats: correction of 2030-02-01 to 2030-02-28', // 10 × 6 − 10 × 5
    '12 Seats: changes of 2030-02-01 to 2030-02-28', // 4 × 6 × 14 / 28
    ...[expect.stringMatching(/^-/), expect.stringMatching(/^-/)],
  ]);
  // 130 + 15 + 1 + 10 + 10 + 12 − 30 − 7
  expect(march.totalAmount).toBe(141);
  const { lines: explained, verification } = await sandbox.must.get(`/ext/v1/invoices/${march.id}/explain`);
  expect(verification.isIdentical).toBe(true);
  const raise = explained.find(({ description }: Reply['body']) => description.startsWith('Raised: '));
  expect(raise).toMatchObject({ cardName: 'card 1', due: '25', charged: '10', amount: 15 });
  expect(raise.steps).toEqual([
    'fixed fee: 25, every cycle',
    'charged: 25 USD',
    'due for 2030-02-01 to 2030-03-01: 25, charged before: 10',
    'difference: 25 − 10 = 15',
    'charged: 15 USD',
  ]);
});
