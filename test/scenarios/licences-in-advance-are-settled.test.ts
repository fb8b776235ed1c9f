import { expect, test } from 'vitest';
import {
  editTimeline,
  lineOf,
  listInvoices,
  openAccount,
  publishPlan,
  valuesOf,
} from '#test/billing-scenario.ts';
import { type LicenseTerms, licenseCard, nameSeat, sellSeats, setSeats } from '#test/license-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService();
const SEAT: LicenseTerms = { slabs: [{ rate: 30 }], timing: 'IN_ADVANCE' };

/** `300 + 100 − 27`: the lines in advance of an invoice, and what credits take off. */
function linesOf(invoice: Reply['body']): string {
  const values = (type: string) => valuesOf(invoice, type).map(([, value]) => value);
  const credits = values('SUB_CREDITS').map((value) => ` − ${-value}`);
  return `${values('ADVANCED_LICENSE_RATE_CARD_AMOUNT').join(' + ')}${credits.join('')}`;
}

/** Invoices of an account that begin on a day, without the drafts. */
async function issued(client: Client, account: string, from: string): Promise<Reply['body'][]> {
  const invoices = await listInvoices(client, account);
  return invoices.filter(({ startDate, status }) => startDate.startsWith(from) && status !== 'DRAFT');
}

/** `27 Seats: less than charged …`, the oldest first. */
async function creditsOf(client: Client, account: string): Promise<string[]> {
  const { data } = await client.must.get(`/credits?account_id=${account}`);
  return data.map(({ creditAmount, purpose }: Reply['body']) => `${creditAmount} ${purpose}`).toReversed();
}

test('licences in advance: charged, increased, given back', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-04-01T00:00:00Z');
  const seats = await sellSeats(sandbox, 'Seats');
  const start = async (
    account: string,
    terms: LicenseTerms,
    { graceDays = 0, until = '9999-01-01' } = {},
  ) => {
    const plan = await publishPlan(sandbox, { name: account, cards: [licenseCard(seats, terms)], graceDays });
    await openAccount(sandbox, account);
    await setSeats(sandbox, seats, { account, quantity: '10', from: '2030-04-01T00:00:00Z' });
    await editTimeline(sandbox, account, [{ planId: plan, from: '2030-04-01', until }]);
    return plan;
  };
  await start('refunded', SEAT);
  await start('kept', { ...SEAT, refundMode: 'NONE' });
  await start('by-peak', { ...SEAT, isProrated: false });
  await start('graced', SEAT, { graceDays: 5 });
  await start('detached', SEAT);
  await start('replaced', SEAT);
  const byPeak = await start('edited', { ...SEAT, isProrated: false });
  const names = await sellSeats(sandbox, 'Named seats', true);
  const named = await publishPlan(sandbox, {
    name: 'named',
    cards: [licenseCard(names, { ...SEAT, isNamed: true })],
  });
  await openAccount(sandbox, 'named');
  const name = (who: string, at: string, isTaken = false) =>
    nameSeat(sandbox, names, { account: 'named', name: who, at, isTaken });
  await name('anna', '2030-04-01T00:00:00Z');
  await editTimeline(sandbox, 'named', [{ planId: named, from: '2030-04-01' }]);
  const accounts = ['refunded', 'kept', 'by-peak', 'graced', 'detached', 'replaced', 'edited'];
  for (const account of accounts) {
    const [advance] = await issued(sandbox, account, '2030-04-01');
    expect([linesOf(advance), lineOf(advance)], account).toEqual(['300', '2030-04-01 to 2030-05-01 DUE 300']);
  }

  await sandbox.setClock('2030-04-11T12:00:00Z');
  for (const account of accounts)
    await setSeats(sandbox, seats, { account, quantity: '+5', from: '2030-04-11T12:00:00Z' });
  await editTimeline(sandbox, 'detached', [{ from: '2030-04-17' }]);
  const arrears = await publishPlan(sandbox, {
    name: 'arrears',
    cards: [licenseCard(seats, { slabs: [{ rate: 30 }] })],
  });
  await editTimeline(sandbox, 'replaced', [{ planId: arrears, from: '2030-05-01' }]);
  // The same plan, in two schedules of one chain.
  await editTimeline(sandbox, 'edited', [{ planId: byPeak, from: '2030-04-16' }]);
  await name('ben', '2030-04-11T12:00:00Z');

  await sandbox.setClock('2030-04-21T12:00:00Z');
  for (const account of accounts.filter((each) => each !== 'detached'))
    await setSeats(sandbox, seats, { account, quantity: '-3', from: '2030-04-21T12:00:00Z' });
  await name('anna', '2030-04-21T12:00:00Z', true);
  // What the first schedule did not charge; the second one has nothing on top of it.
  expect((await issued(sandbox, 'edited', '2030-04-16')).map(linesOf)).toEqual(['0 + 150']);
  // Nobody is to come who could charge it: 5 × 30 × 20 / 30 on an invoice of its own, less 450 × 14 / 30.
  const settlement = (await listInvoices(sandbox, 'detached')).at(-1);
  expect(settlement).toMatchObject({ invoiceType: 'ADHOC_ADVANCED', invoiceClass: 'INVOICE' });
  expect(settlement.invoiceDate).toBe('2030-04-17T00:00:00.000Z');
  expect(linesOf(settlement)).toBe('100 − 100');
  expect(await creditsOf(sandbox, 'detached')).toEqual([
    '210 Seats: less than charged for 2030-04-01 to 2030-04-30',
  ]);

  await sandbox.setClock('2030-05-03T00:00:00Z');
  const may = async (account: string) => (await issued(sandbox, account, '2030-05-01')).map(linesOf);
  // 12 × 30 for May; 5 × 30 × 20 / 30 more in April, and 3 × 30 × 9 / 30 less
  expect(await may('refunded')).toEqual(['360 + 100 − 27']);
  expect(await creditsOf(sandbox, 'refunded')).toEqual([
    '27 Seats: less than charged for 2030-04-01 to 2030-04-30',
  ]);
  expect(await may('kept')).toEqual(['360 + 100']);
  expect(await creditsOf(sandbox, 'kept')).toEqual([]);
  expect(await may('by-peak')).toEqual(['360 + 150']); // (15 − 10) × 30 in full, and nothing back
  expect(await may('graced')).toEqual(['360 + 100 − 27']);
  expect(await may('edited')).toEqual(['360']);
  // One name for May; 30 × 20 / 30 more in April, and 30 × 9 / 30 less
  expect(await may('named')).toEqual(['30 + 20 − 9']);
  expect(await may('replaced')).toEqual(['100 − 27']); // no such card any more

  // Told within the grace period of April: two more from the 21st on. 2 × 30 × 10 / 30
  await setSeats(sandbox, seats, { account: 'graced', quantity: '+2', from: '2030-04-21T00:00:00Z' });
  // After it, it counts from the next open cycle on.
  await sandbox.setClock('2030-05-08T00:00:00Z');
  await setSeats(sandbox, seats, { account: 'graced', quantity: '+1', from: '2030-04-29T00:00:00Z' });
  await sandbox.setClock('2030-06-02T00:00:00Z');
  const [june] = await issued(sandbox, 'graced', '2030-06-01');
  // 15 × 30 for June; of April 20; of May 3 × 30 × 31 / 31
  expect(linesOf(june)).toBe('450 + 20 + 90');
  const { lines, verification } = await sandbox.must.get(`/ext/v1/invoices/${june.id}/explain`);
  expect(verification.isIdentical).toBe(true);
  expect(lines[1].steps).toEqual([
    'licences charged in advance from 2030-04-01 to 2030-05-01',
    'from 2030-04-21 17 instead of 15: 510 − 450 = 60; more by 60 × 10 / 30 = 20',
    'charged: 20 USD',
  ]);
  expect(await issued(sandbox, 'detached', '2030-06-01')).toEqual([]);

  // Cycles that have elapsed are charged, settled and paid as if they had been opened in time.
  await openAccount(sandbox, 'late');
  for (const [quantity, from] of [
    ['10', '2030-04-01T00:00:00Z'],
    ['+5', '2030-04-11T12:00:00Z'],
    ['-3', '2030-04-21T12:00:00Z'],
  ] as const)
    await setSeats(sandbox, seats, { account: 'late', quantity, from });
  const plan = await publishPlan(sandbox, { name: 'late', cards: [licenseCard(seats, SEAT)] });
  await editTimeline(sandbox, 'late', [{ planId: plan, from: '2030-04-01' }]);
  const late = await listInvoices(sandbox, 'late');
  expect(late.filter(({ status }) => status === 'DUE').map(linesOf)).toEqual([
    '300',
    '360 + 100 − 27',
    '360',
  ]);
});
