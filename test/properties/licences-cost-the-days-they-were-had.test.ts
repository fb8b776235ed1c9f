import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editTimeline, listInvoices, openAccount, publishPlan } from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { licenseCard, sellSeats, setSeats } from '#test/license-scenario.ts';
import { fundsOf } from '#test/payment-scenario.ts';
import { useService } from '#test/running-app.ts';

/**
 * What is charged for licences in advance less what is given back of them is the prices of their days,
 * however often they change, whoever is given back to, and whether the bill was paid before or not.
 */
const service = useService();
const SEED = Number(process.env.LICENSE_SEED ?? Date.now() % 1_000_000);
const ACCOUNTS = 8;
const DAYS = 30;

/** 30 for each of the first ten, and 60 for each that is more: a thirtieth of any price is a whole number. */
const priceOf = (seats: number) => 30 * Math.min(seats, 10) + 60 * Math.max(0, seats - 10);
const SLABS = [{ rate: 30 }, { startAfter: 10, rate: 60 }];

/** On which days of April, and to how many. */
const histories = fc.record({
  first: fc.integer({ min: 0, max: 20 }),
  changes: fc.uniqueArray(fc.tuple(fc.integer({ min: 2, max: DAYS }), fc.integer({ min: 0, max: 25 })), {
    ...{ minLength: 1, maxLength: 6, selector: ([day]) => day },
  }),
  mode: fc.constantFrom('WALLET' as const, 'PAYMENT' as const),
  isPaid: fc.boolean(),
});
type History = typeof histories extends fc.Arbitrary<infer T> ? T : never;

/** A day has the most that it had at any instant; each change is at noon. */
function costOf({ first, changes }: History): number {
  const sorted = changes.toSorted(([a], [b]) => a - b);
  let [cost, level] = [0, first];
  for (let day = 1; day <= DAYS; day += 1) {
    const changed = sorted.find(([at]) => at === day)?.[1] ?? level;
    cost += priceOf(Math.max(level, changed)) / DAYS;
    level = changed;
  }
  return cost;
}

test('licences cost the days they were had', { timeout: 240_000 }, async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-04-01T00:00:00Z');
  const seats = await sellSeats(sandbox, 'Seats');
  const plans = new Map<string, string>();
  for (const refundMode of ['WALLET', 'PAYMENT'] as const) {
    const card = licenseCard(seats, { slabs: SLABS, timing: 'IN_ADVANCE', refundMode });
    plans.set(refundMode, await publishPlan(sandbox, { name: refundMode, cards: [card] }));
  }
  const drawn = fc.sample(histories, { seed: SEED, numRuns: ACCOUNTS });
  for (const [index, { first, mode, isPaid }] of drawn.entries()) {
    const account = `account-${index}`;
    await openAccount(sandbox, account);
    await setSeats(sandbox, seats, { account, quantity: `${first}`, from: '2030-04-01T00:00:00Z' });
    const planId = plans.get(mode) ?? '';
    await editTimeline(sandbox, account, [{ planId, from: '2030-04-01', until: '2030-05-01' }]);
    const [bill] = (await listInvoices(sandbox, account)).filter(({ status }) => status === 'DUE');
    if (isPaid && bill) await sandbox.must.patch(`/invoices/${bill.id}`, { status: 'PAID' });
  }
  const dated = drawn.flatMap(({ changes }, index) =>
    changes.map(([day, quantity]) => ({ index, day, quantity })),
  );
  for (const { index, day, quantity } of dated.toSorted((a, b) => a.day - b.day)) {
    const at = `2030-04-${`${day}`.padStart(2, '0')}T12:00:00Z`;
    await sandbox.setClock(at);
    await setSeats(sandbox, seats, { account: `account-${index}`, quantity: `${quantity}`, from: at });
  }
  await sandbox.setClock('2030-05-02T00:00:00Z');
  for (const [index, history] of drawn.entries()) {
    const account = `account-${index}`;
    const invoices = (await listInvoices(sandbox, account)).filter(({ status }) => status !== 'DRAFT');
    const total = invoices.reduce((sum, { totalAmount }) => sum + totalAmount, 0);
    const given = invoices.reduce((sum, { metadata }) => sum + Number(metadata.refundAmount ?? 0), 0);
    const paid = invoices.reduce((sum, { paidAmount }) => sum + paidAmount, 0);
    const byHand = history.isPaid ? priceOf(history.first) : 0;
    const [inWallet] = await fundsOf(sandbox, account);
    const drawnHow = `seed ${SEED}, ${account}: ${JSON.stringify(history)}`;
    expect(total, drawnHow).toBe(costOf(history));
    // All that was received is on invoices or in the wallet, but for what credit notes gave: paid once each.
    const notes = invoices.reduce((sum, { totalAmount }) => sum + Math.max(0, -totalAmount), 0);
    expect(paid + inWallet + given, drawnHow).toBe(byHand + notes);
  }
  expect(await findMismatches(service)).toEqual([]);
});
