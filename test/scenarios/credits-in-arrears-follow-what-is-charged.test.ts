import { beforeAll, describe, expect, it } from 'vitest';
import {
  type CardTerms,
  editTimeline,
  grossOf,
  listInvoices,
  openAccount,
  publishPlan,
  sellFee,
} from '#test/billing-scenario.ts';
import { creditGrant } from '#test/credit-grants.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { type Reply, useService } from '#test/running-app.ts';

/**
 * Everybody begins February with 20 of credit for 4 (`metering-pricing.md` 16.5), charged with the cycle, and
 * is edited on the 10th from the 1st. `used` is paid by the credit before: a manual invoice of the 5th.
 */
const service = useService();
const plans: Record<string, string> = {};

/** Null detaches. */
type Edit = keyof typeof TERMS | null;
const TERMS = {
  twenty: { amount: 20, price: 4 },
  fifty: { amount: 50, price: 9 },
  five: { amount: 5, price: 1 },
  advance: { amount: 20, price: 4, timing: 'IN_ADVANCE' as const },
  advanceFifty: { amount: 50, price: 9, timing: 'IN_ADVANCE' as const },
  nothing: null,
};

type Row = [account: string, used: number, edits: Edit[], credits: string[], charged: string[]];
const rows: Row[] = [
  // account    used  edits                  credits of February: granted, used, state      charged
  ['as-it-was', 0, [], ['20 0 ACTIVE'], ['STANDARD 4']],
  ['more', 0, ['fifty'], ['20 0 VOIDED', '50 0 ACTIVE'], ['STANDARD 9']],
  ['less', 0, ['five'], ['20 0 VOIDED', '5 0 ACTIVE'], ['STANDARD 1']],
  ['same', 0, ['twenty'], ['20 0 ACTIVE'], ['STANDARD 4']],
  ['none', 0, ['nothing'], ['20 0 VOIDED'], ['STANDARD 0']],
  ['left', 0, [null], ['20 0 VOIDED'], []],
  // 50 in all: 12 are used, 38 are to come.
  ['used-more', 12, ['fifty'], ['20 12 VOIDED', '38 0 ACTIVE'], ['STANDARD 9']],
  // More than 5 are used already, and those stay used.
  ['used-less', 12, ['five'], ['20 12 VOIDED'], ['STANDARD 1']],
  ['used-up', 20, ['fifty'], ['20 20 CONSUMED', '30 0 ACTIVE'], ['STANDARD 9']],
  ['used-same', 12, ['twenty'], ['20 12 ACTIVE'], ['STANDARD 4']],
  ['there-and-back', 12, ['fifty', 'twenty'], ['20 12 VOIDED', '38 0 VOIDED', '8 0 ACTIVE'], ['STANDARD 4']],
  ['back-again', 12, [null, 'twenty'], ['20 12 VOIDED', '8 0 ACTIVE'], ['STANDARD 4']],
  ['in-advance', 0, ['advance'], ['20 0 ACTIVE'], ['STANDARD 0', 'STANDARD_ADVANCED 4']],
  [
    'more-in-advance',
    0,
    ['advanceFifty'],
    ['20 0 VOIDED', '50 0 ACTIVE'],
    ['STANDARD 0', 'STANDARD_ADVANCED 9'],
  ],
  // Charged for by the edit before, it stays.
  ['in-advance-then-none', 0, ['advance', 'nothing'], ['20 0 ACTIVE'], ['STANDARD 0', 'STANDARD_ADVANCED 4']],
  // These begin with 20 for 4 in advance, which stays with its price.
  ['paid-same', 0, ['twenty'], ['20 0 ACTIVE', '20 0 ACTIVE'], ['STANDARD 4', 'STANDARD_ADVANCED 4']],
  ['paid-more', 12, ['fifty'], ['20 12 ACTIVE', '50 0 ACTIVE'], ['STANDARD 9', 'STANDARD_ADVANCED 4']],
  [
    'paid-twice',
    0,
    ['fifty', 'five'],
    ['20 0 ACTIVE', '50 0 VOIDED', '5 0 ACTIVE'],
    ['STANDARD 1', 'STANDARD_ADVANCED 4'],
  ],
];

/** `20 12 VOIDED` of each credit of February, the oldest first. */
async function creditsOf(account: string): Promise<string[]> {
  const { data } = await service.sandbox.must.get(`/credits?account_id=${account}`);
  return data
    .filter(({ effectiveFrom }: Reply['body']) => effectiveFrom.startsWith('2030-02'))
    .reverse()
    .map(
      ({ creditAmount, consumedAmount, status }: Reply['body']) =>
        `${creditAmount} ${consumedAmount} ${status}`,
    );
}

/** Gross amounts of the bills of February, before credits pay for them. */
async function chargedTo(account: string): Promise<string[]> {
  const invoices = await listInvoices(service.sandbox, account);
  const bills = invoices.filter(({ startDate }) => startDate.startsWith('2030-02-01'));
  return bills.map((bill) => `${bill.invoiceType} ${grossOf(bill)}`).toSorted();
}

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-31T00:00:00Z');
  const { id } = await sandbox.must.post('/addons', { name: 'Included', type: 'CREDIT_GRANT' });
  const fee = await sellFee(sandbox, 'Base');
  for (const [name, terms] of Object.entries(TERMS)) {
    const cards: CardTerms[] = [{ type: 'FIXED_FEE', billableId: fee, fee: { rate: 0 } }];
    if (terms) cards.push(creditGrant(id, terms));
    plans[name] = await publishPlan(sandbox, { name, isOngoing: true, graceDays: 2, cards });
  }
  for (const [account] of rows) {
    await openAccount(sandbox, account);
    const first = account.startsWith('paid-') ? 'advance' : 'twenty';
    await editTimeline(sandbox, account, [{ planId: plans[first] ?? '', from: '2030-02-01' }]);
  }
  await sandbox.setClock('2030-02-05T00:00:00Z');
  for (const [account, used] of rows) {
    if (used === 0) continue;
    await sandbox.must.post('/invoices', {
      ...{ accountId: account, ownerType: 'ACCOUNT', status: 'DUE' },
      ...{ startDate: '2030-02-04T00:00:00Z', endDate: '2030-02-05T00:00:00Z' },
      lineItems: [{ description: 'Work', value: used }],
    });
  }
  await sandbox.settle();
  for (const day of ['2030-02-10', '2030-02-11'] as const) {
    await sandbox.setClock(`${day}T00:00:00Z`);
    for (const [account, , edits] of rows) {
      const edit = edits[day === '2030-02-10' ? 0 : 1];
      if (edit === undefined) continue;
      await editTimeline(sandbox, account, [
        { from: '2030-02-01', ...(edit && { planId: plans[edit] ?? '' }) },
      ]);
    }
    await sandbox.settle();
  }
});

describe('a credit that is charged for with its cycle, edited from the first day of that', () => {
  it.each(rows)('%s: is what the new terms charge for', async (account, _used, _edits, credits) => {
    expect(await creditsOf(account)).toEqual(credits);
  });

  it('and is charged once', async () => {
    await service.sandbox.setClock('2030-03-10T00:00:00Z');
    const seen = await Promise.all(rows.map(async ([account]) => [account, await chargedTo(account)]));
    expect(seen).toEqual(rows.map(([account, , , , charged]) => [account, charged]));
    expect(await findMismatches(service)).toEqual([]);
  });
});
