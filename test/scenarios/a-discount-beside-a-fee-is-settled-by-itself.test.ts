import { beforeAll, describe, expect, it, test } from 'vitest';
import { editTimeline, listInvoices, openAccount, publishPlan, sellFee } from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { fundsOf, payInvoice } from '#test/payment-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

/*
 * January has 31 days, and a plan charges in advance a fee of 31.00, 1.00 for a day, and a discount. It ends
 * after 10 days. Each card is settled by itself, so that a bill comes to what it would have been in arrears:
 * 21.00 of a prorated fee are unused, and of a prorated discount of 15.50 are 10.50.
 */
const service = useService();
let client: Client;

type Method = 'PAY' | 'NOTE' | 'REFUND' | 'VOID';
type Mode = 'CREDITS' | 'WALLET' | 'NONE';
type Terms = [isFeeProrated: boolean, discount: number, isDiscountProrated: boolean, mode: Mode];
type Row = [name: string, terms: Terms, before: Method[], documents: string[], left: string];

const BY_DAYS = true;
const WHOLE = false;
const ROWS: Row[] = [
  // 31 − 10 were paid; of the fee 10 stay, and the discount of 10 makes that nothing.
  ['whole', [BY_DAYS, -10, WHOLE, 'CREDITS'], ['PAY'], ['STAND PAID 21'], 'credit 21 wallet 0'],
  // 10 of the fee less 15 are 5 below nothing, as in arrears: 16 were paid, and 21 go back.
  ['whole and more', [BY_DAYS, -15, WHOLE, 'CREDITS'], ['PAY'], ['STAND PAID 16'], 'credit 21 wallet 0'],
  ['nobody paid', [BY_DAYS, -15, WHOLE, 'CREDITS'], [], ['STAND DUE 16'], 'credit 21 wallet 0'],
  // The money by a note of what was asked for, and what the discount had paid for as a credit.
  [
    'whole, as money',
    [BY_DAYS, -15, WHOLE, 'WALLET'],
    ['PAY'],
    ['CUSTO REFUND_COMPLETED -16', 'STAND PAID 16'],
    'credit 5 wallet 16',
  ],
  ['whole, kept', [BY_DAYS, -15, WHOLE, 'NONE'], ['PAY'], ['STAND PAID 16'], 'credit 0 wallet 0'],
  ['neither', [WHOLE, -15, WHOLE, 'CREDITS'], ['PAY'], ['STAND PAID 16'], 'credit 0 wallet 0'],
  // The whole fee of 31, less 5 for 10 days of the discount: 26 = 15.50 + 10.50.
  [
    'by days',
    [WHOLE, -15.5, BY_DAYS, 'CREDITS'],
    ['PAY'],
    ['ADHOC DUE 10.5', 'STAND PAID 15.5'],
    'credit 0 wallet 0',
  ],
  [
    'by days, kept',
    [WHOLE, -15.5, BY_DAYS, 'NONE'],
    ['PAY'],
    ['ADHOC DUE 10.5', 'STAND PAID 15.5'],
    'credit 0 wallet 0',
  ],
  // 10 − 5 are due, and 10.50 go back: a credit of 21, which has paid the 10.50.
  [
    'both by days',
    [BY_DAYS, -15.5, BY_DAYS, 'CREDITS'],
    ['PAY'],
    ['ADHOC PAID 0', 'STAND PAID 15.5'],
    'credit 10.5 wallet 0',
  ],
  // What took everything back has taken the discount back, too.
  [
    'by days, noted',
    [WHOLE, -15.5, BY_DAYS, 'CREDITS'],
    ['PAY', 'NOTE'],
    ['CUSTO REFUND_COMPLETED -15.5', 'STAND PAID 15.5'],
    'credit 0 wallet 15.5',
  ],
  [
    'both by days, noted',
    [BY_DAYS, -15.5, BY_DAYS, 'CREDITS'],
    ['PAY', 'NOTE'],
    ['CUSTO REFUND_COMPLETED -15.5', 'STAND PAID 15.5'],
    'credit 0 wallet 15.5',
  ],
  [
    'by days, refunded',
    [WHOLE, -15.5, BY_DAYS, 'CREDITS'],
    ['PAY', 'REFUND'],
    ['STAND REFUND_COMPLETED 15.5'],
    'credit 0 wallet 0',
  ],
  ['by days, void', [WHOLE, -15.5, BY_DAYS, 'CREDITS'], ['VOID'], ['STAND VOID 15.5'], 'credit 0 wallet 0'],
];

const accountOf = (name: string) => name.replaceAll(/\W+/g, '-');
const issuedOf = async (account: string): Promise<Reply['body'][]> =>
  (await listInvoices(client, account)).filter(({ invoiceType }) => invoiceType !== 'STANDARD');

async function go(accountId: string, way: Method): Promise<void> {
  const [{ id, totalAmount: amount }] = await issuedOf(accountId);
  if (way === 'PAY') await payInvoice(client, { accountId, invoiceId: id, amount });
  if (way === 'NOTE') await client.must.post(`/ext/v1/invoices/${id}/credit_notes`, { reason: 'Goodwill' });
  const statuses = { REFUND: ['REFUND_INITIATED', 'REFUND_COMPLETED'], VOID: ['VOID'], PAY: [], NOTE: [] };
  for (const status of statuses[way]) await client.must.patch(`/invoices/${id}`, { status });
}

beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  const [fee, discount] = [await sellFee(client, 'Fee'), await sellFee(client, 'Discount')];
  for (const [name, [isFeeProrated, rate, isDiscountProrated, refundMode]] of ROWS) {
    const card = { type: 'FIXED_FEE', timing: 'IN_ADVANCE' } as const;
    const planId = await publishPlan(client, {
      ...{ name, isOngoing: true },
      cards: [
        { ...card, billableId: fee, fee: { rate: 31, isProrated: isFeeProrated, refundMode } },
        { ...card, billableId: discount, fee: { rate, isProrated: isDiscountProrated, refundMode } },
      ],
    });
    await openAccount(client, accountOf(name));
    await editTimeline(client, accountOf(name), [{ planId, from: '2030-01-01' }]);
  }
  await client.setClock('2030-01-02T00:00:00Z');
  for (const [name, , before] of ROWS) for (const way of before) await go(accountOf(name), way);
  await client.setClock('2030-01-11T00:00:00Z');
  for (const [name] of ROWS) await editTimeline(client, accountOf(name), [{ from: '2030-01-11' }]);
}, 240_000);

describe('a fee and a discount, of which 10 of 31 days are used', () => {
  test.each(ROWS)('%s: %j, %j', async (name, _terms, _before, documents, left) => {
    const account = accountOf(name);
    const found = (await issuedOf(account)).map(({ invoiceType, status, totalAmount }) => {
      return `${invoiceType.slice(0, 5)} ${status} ${totalAmount}`;
    });
    const { availableBalance } = await client.must.get(`/accounts/${account}/credit_balance`);
    const [free] = await fundsOf(client, account);
    expect([found.sort(), `credit ${availableBalance} wallet ${free}`]).toEqual([documents, left]);
  });

  it('the books agree', async () => {
    expect(await findMismatches(service)).toEqual([]);
  });
});
