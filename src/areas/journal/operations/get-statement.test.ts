import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { formGroup } from '#test/group-scenario.ts';
import { payInvoice } from '#test/payment-scenario.ts';
import { owe } from '#test/receivable-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const get = (query: string) => service.sandbox.get(`/ext/v1/statement?currency=USD&${query}`);

interface Entry {
  date: string;
  kind: string;
  amount: number;
  balance: number;
}

const stated = async (query: string) => {
  const { opening, closing, entries } = (await get(query)).body;
  const told = entries.map(
    ({ date, kind, amount, balance }: Entry) => `${date} ${kind} ${amount} = ${balance}`,
  );
  return [`opening ${opening}`, ...told, `closing ${closing}`];
};
let groupId = '';

beforeAll(async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-10T10:00:00Z');
  for (const id of ['acme', 'member']) await openAccount(client, id);
  groupId = await formGroup(client, { accounts: ['member'] });
  const { id } = await owe(client, 'acme', { amount: 100 });
  const { id: lost } = await owe(client, 'acme', { amount: 7 });
  await client.setClock('2030-02-02T10:00:00Z');
  await payInvoice(client, { accountId: 'acme', invoiceId: id, amount: 60 });
  await client.must.patch(`/invoices/${lost}`, { status: 'UN_COLLECTIBLE' });
  await owe(client, groupId, { amount: 5, ownerType: 'INVOICE_GROUP' });
});

describe('GET /ext/v1/statement', () => {
  it('200 with every change of a period, and the balance after it', async () => {
    const expected = [
      'opening 107',
      '2030-02-02 INVOICE_WRITTEN_OFF -7 = 100',
      '2030-02-02 PAYMENT -60 = 40',
      'closing 40',
    ];
    expect(await stated('account_id=acme&from=2030-02-01')).toEqual(expected);
    expect(await stated('customer_id=customer-acme&from=2030-02-01')).toEqual(expected);
    expect(await stated('account_id=acme&from=2030-01-01&to=2030-02-01')).toEqual([
      'opening 0',
      '2030-01-10 INVOICE_ISSUED 100 = 100',
      '2030-01-10 INVOICE_ISSUED 7 = 107',
      'closing 107',
    ]);
  });

  it('200 with the invoices of a group, which are of no customer', async () => {
    expect(await stated(`invoice_group_id=${groupId}`)).toEqual([
      'opening 0',
      '2030-02-02 INVOICE_ISSUED 5 = 5',
      'closing 5',
    ]);
    expect(await stated('customer_id=customer-member')).toEqual(['opening 0', 'closing 0']);
  });

  it('200 with the last 90 days by default, and the name of the debtor', async () => {
    const { body } = await get('account_id=acme');
    expect(body).toMatchObject({
      ...{ debtorType: 'ACCOUNT', debtorId: 'acme', debtorName: 'Account acme' },
      ...{ from: '2029-11-05', to: '2030-02-03', closing: 40 },
    });
  });

  it.each([
    ['', 400, 'STATEMENT_DEBTOR_INVALID'],
    ['account_id=acme&customer_id=customer-acme', 400, 'STATEMENT_DEBTOR_INVALID'],
    ['account_id=acme&from=2029-01-01&to=2030-02-01', 400, 'JOURNAL_PERIOD_INVALID'],
    ['account_id=nobody', 404, undefined],
  ])('for %j: %i', async (query, status, code) => {
    const reply = await get(query);
    expect(reply.status).toBe(status);
    if (code) expect(reply.headers['error-code']).toBe(code);
  });
});
