import { beforeAll, describe, expect, it } from 'vitest';
import { listInvoices, openAccount } from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { openPayer } from '#test/group-scenario.ts';
import { type Record, recordsOf, sendPayment } from '#test/payment-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const client = () => service.sandbox;
const walletOf = async (id: string) => (await client().must.get(`/accounts/${id}/wallet`)).balance;
/** The invoices of an account as `DUE 600 of 1000`. */
const paidOf = async (id: string) =>
  (await listInvoices(client(), id)).map(
    ({ status, paidAmount, totalAmount }) => `${status} ${paidAmount} of ${totalAmount}`,
  );
const dueOf = async (id: string): Promise<string[]> =>
  (await listInvoices(client(), id)).filter(({ status }) => status !== 'DRAFT').map((each) => each.id);
const pay = (accountId: string, totalAmount: number, records: Record[]) =>
  sendPayment(client(), { accountId, totalAmount, records });
const toWallet: Record[] = [{ type: 'WALLET_CREDIT', order: 1 }];

beforeAll(async () => {
  await client().setClock('2030-01-01T00:00:00Z');
  // Each owes one month of its fee on 1 February, and what is left of March is a draft.
  for (const [id, rate] of Object.entries({ ten: 1000, two: 600, one: 100, race: 100, odd: 100, fine: 0.3 }))
    await openPayer(client(), id, { rate });
  await client().setClock('2030-02-01T12:00:00Z');
  await openAccount(client(), 'rich');
});

describe('POST /payments', () => {
  it('201 with a record for what is left: it goes to the wallet (vector 6)', async () => {
    const [invoice] = await dueOf('ten');
    // 10000 − 1000 − 700 = 8300
    const { status, body } = await pay('ten', 10000, [
      { type: 'INVOICE', platformId: invoice, amount: 1000, order: 1 },
      { type: 'CREDIT', amount: 700, order: 2 },
    ]);
    expect(status).toBe(201);
    expect(recordsOf(body)).toEqual(['INVOICE 1000 @1', 'CREDIT 700 @2', 'WALLET_CREDIT 8300 @3']);
    expect([body.version, body.totalAmount, body.currency]).toEqual([1, 10000, 'USD']);
    expect((await paidOf('ten'))[0]).toBe('PAID 1000 of 1000');
    expect(await walletOf('ten')).toBe(8300);
    const credit = await client().must.get(`/credits/${body.lineItemRecords[1].platformId}`);
    expect([credit.creditAmount, credit.priority, credit.effectiveUntil]).toEqual([700, 100, undefined]);
    expect(await client().must.get(`/payments/${body.id}`)).toEqual(body);
  });

  it('409 for the same transaction number again, also at the same time (vector 7)', async () => {
    const send = (number: string) =>
      sendPayment(client(), {
        ...{ accountId: 'rich', totalAmount: 5, records: toWallet, transactionNumber: number },
      });
    const { body: first } = await send('T-1');
    const { status, body } = await send('T-1');
    expect([status, body.message]).toEqual([
      409,
      `externalPaymentReference: transaction T-1 of this source is already recorded as payment ${first.id}`,
    ]);
    const statuses = (await Promise.all([1, 2, 3, 4].map(() => send('T-2')))).map((each) => each.status);
    expect(statuses.sort()).toEqual([201, 409, 409, 409]);
    // 5 for T-1 and 5 for T-2
    expect(await walletOf('rich')).toBe(10);
    const other = await sendPayment(client(), {
      ...{ accountId: 'one', totalAmount: 1, records: toWallet, transactionNumber: 'T-1' },
    });
    expect(other.status).toBe(201);
  });

  it('201 without amounts: the invoice is paid in part, then in full', async () => {
    const [invoice] = await dueOf('two');
    const records: Record[] = [{ type: 'INVOICE', platformId: invoice, order: 1 }];
    expect(recordsOf((await pay('two', 200, records)).body)).toEqual(['INVOICE 200 @1']);
    expect((await paidOf('two'))[0]).toBe('PARTIALLY_PAID 200 of 600');
    // 600 − 200 = 400, and 100 are left
    expect(recordsOf((await pay('two', 500, records)).body)).toEqual([
      'INVOICE 400 @1',
      'WALLET_CREDIT 100 @2',
    ]);
    expect((await paidOf('two'))[0]).toBe('PAID 600 of 600');
    const { status, body } = await pay('two', 1, records);
    expect([status, body.message]).toEqual([
      400,
      `lineItemRecords[0].platformId: invoice ${invoice} is PAID and cannot be paid`,
    ]);
  });

  it('201 to the last digit', async () => {
    const [platformId] = await dueOf('fine');
    // 0.1 + 0.2 = 0.3
    for (const amount of [0.1, 0.2]) await pay('fine', amount, [{ type: 'INVOICE', platformId, order: 1 }]);
    expect((await paidOf('fine'))[0]).toBe('PAID 0.3 of 0.3');
  });

  it('ten at the same time pay an invoice once, and nobody pays more than there is', async () => {
    const [platformId] = await dueOf('race');
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        pay('race', 30, [{ type: 'INVOICE', platformId, amount: 30, order: 1 }]),
      ),
    );
    // 30 + 30 + 30 = 90, and 30 more would be 120 of 100
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, ...Array(7).fill(400)]);
    expect(replies.find(({ status }) => status === 400)?.body.message).toBe(
      `lineItemRecords[0].amount: amount exceeds outstanding 10 of invoice ${platformId}; add the ` +
        'excess to the wallet with a record of type WALLET_CREDIT',
    );
    expect((await paidOf('race'))[0]).toBe('PARTIALLY_PAID 90 of 100');
  });

  it.each<[string, number, Record[], object, RegExp]>([
    [
      'another currency',
      5,
      [{ type: 'WALLET_CREDIT', order: 1 }],
      { currency: 'EUR' },
      /^currency: must be USD/,
    ],
    ['no money', 0, toWallet, {}, /^totalAmount: must be greater than 0/],
    [
      'half a cent',
      1.005,
      [{ type: 'WALLET_CREDIT', order: 1 }],
      {},
      /^totalAmount: must have at most 2 decimal places/,
    ],
    [
      'half a cent of it',
      2,
      [{ type: 'CREDIT', amount: 0.005, order: 1 }],
      {},
      /^lineItemRecords\[0\].amount: must/,
    ],
    ['too much', 5, [{ type: 'CREDIT', amount: 6, order: 1 }], {}, /the amounts add up to 6, more than/],
    ['no records', 5, [], {}, /^lineItemRecords/],
    ['no invoice', 5, [{ type: 'INVOICE', order: 1 }], {}, /\[0\].platformId: is required/],
    [
      'a credit that is there',
      5,
      [{ type: 'CREDIT', platformId: 'cred.1', order: 1 }],
      {},
      /creates a new credit/,
    ],
    [
      'nothing left for a credit',
      5,
      [
        { type: 'WALLET_CREDIT', amount: 5, order: 1 },
        { type: 'CREDIT', order: 2 },
      ],
      {},
      /\[1\].amount: the other records already use the whole payment/,
    ],
  ])('400 for %s', async (_, total, records, members, message) => {
    const { status, body } = await sendPayment(client(), {
      ...{ accountId: 'rich', totalAmount: total, records },
      ...members,
    });
    expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
  });

  it('400 for an account in DRAFT', async () => {
    await openAccount(client(), 'sketch', { status: 'DRAFT' });
    const { status, body } = await pay('sketch', 1, toWallet);
    expect([status, body.message]).toEqual([
      400,
      'account sketch is in DRAFT; set its status to ACTIVE first',
    ]);
  });

  it('404 for an account or an invoice that does not exist, or is of another account', async () => {
    const [foreign = ''] = await dueOf('odd');
    for (const platformId of ['inv.none', foreign])
      expect((await pay('rich', 1, [{ type: 'INVOICE', platformId, order: 1 }])).status).toBe(404);
    for (const nobody of ['nobody', 'n'.repeat(512)])
      expect((await pay(nobody, 1, toWallet)).status).toBe(404);
    // An account that never was active has no wallet, also when it is archived.
    await openAccount(client(), 'gone', { status: 'DRAFT' });
    await client().must.delete('/accounts/gone');
    expect((await pay('gone', 1, toWallet)).status).toBe(404);
  });

  it('400 for money in a wallet that is INACTIVE, and nothing is paid', async () => {
    const [platformId] = await dueOf('odd');
    await client().must.patch('/accounts/odd/wallet', { status: 'INACTIVE' });
    const { status, headers } = await pay('odd', 150, [{ type: 'INVOICE', platformId, order: 1 }]);
    expect([status, headers['error-code']]).toEqual([400, 'WALLET_INACTIVE']);
    expect((await paidOf('odd'))[0]).toBe('DUE 0 of 100');
  });

  it('the books agree', async () => {
    expect(await findMismatches(service)).toEqual([]);
  });
});
