import { beforeAll, describe, expect, it, test } from 'vitest';
import { listInvoices, sellFee } from '#test/billing-scenario.ts';
import { formGroup, listComposites, membersOf, openPayer } from '#test/group-scenario.ts';
import { buy, publishBundle } from '#test/purchase-scenario.ts';
import { pdfPages } from '#test/read-pdf.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;

type Owner = ['ORGANIZATION' | 'CUSTOMER' | 'ACCOUNT', string];
const RATES = [
  { name: 'VAT', rate: '0.19', country: 'DE' },
  { name: 'Sales tax', rate: '0.06', country: 'US' },
  { name: 'Levy', rate: '0.005' },
];

const tax = (to: Client, [entityType, entityId]: Owner, rates: object[]) =>
  to.must.post('/settings', {
    ...{ entityType, entityId, id: 'TAX_RATES', namespace: 'PLATFORM', name: 'Taxes', dataType: 'JSON' },
    value: JSON.stringify(rates),
  });

/** `VAT (19 %) 1.9` for each tax, then the total. */
function taxesOf(invoice: Reply['body']): string[] {
  const lines = (line: Reply['body']): Reply['body'][] =>
    line.type === 'TAX_AMOUNT' ? [line] : line.lineItems.flatMap(lines);
  const taxes = lines(invoice.revenueInfo).map(({ description, value }) => `${description} ${value}`);
  return [...taxes, String(invoice.totalAmount)];
}

const january = async (account: string) => (await listInvoices(client, account))[0];

/** Customers of these scenarios live in the United States. */
beforeAll(async () => {
  client = (await service.createOrganization('taxes')).sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  for (const account of ['plain', 'german', 'exempt', 'own', 'first', 'second'])
    await openPayer(client, account, { rate: 10.05 });
  await client.must.patch('/customers/customer-german', { address: { line1: 'Torstr. 1', country: 'de' } });
  await tax(client, ['ORGANIZATION', 'taxes'], RATES);
  await tax(client, ['CUSTOMER', 'customer-exempt'], []);
  await tax(client, ['ACCOUNT', 'own'], [{ name: 'Half', rate: '0.5' }]);
});

describe('a draft', () => {
  it('has taxes of its country as estimates: its own, of the customer, or of the organization', async () => {
    const taxes = async (account: string) => taxesOf(await january(account));
    // 10.05 × 0.06 = 0.603, × 0.005 = 0.05025
    expect(await taxes('plain')).toEqual(['Sales tax (6 %) 0.6', 'Levy (0.5 %) 0.05', '10.7']);
    // 10.05 × 0.19 = 1.9095
    expect(await taxes('german')).toEqual(['VAT (19 %) 1.91', 'Levy (0.5 %) 0.05', '12.01']);
    expect(await taxes('exempt')).toEqual(['10.05']);
    // 5.025, away from zero
    expect(await taxes('own')).toEqual(['Half (50 %) 5.03', '15.08']);
  });

  it('follows the charges', async () => {
    const { id } = await january('plain');
    await client.must.put(`/invoices/${id}/miscellaneous_charges`, {
      items: [{ name: 'Help', value: '20' }],
    });
    // 30.05 × 0.06 = 1.803, × 0.005 = 0.15025
    expect(taxesOf(await january('plain'))).toEqual(['Sales tax (6 %) 1.8', 'Levy (0.5 %) 0.15', '32']);
  });
});

describe('an issued invoice', () => {
  let issued: Reply['body'];
  beforeAll(async () => {
    await client.setClock('2030-02-01T00:00:00Z');
    issued = await january('plain');
  });

  it('keeps its taxes when the setting changes, and the next draft has the new ones', async () => {
    await tax(client, ['ORGANIZATION', 'taxes'], [{ name: 'Sales tax', rate: '0.07' }]);
    const [first, february] = await listInvoices(client, 'plain');
    expect(taxesOf(first)).toEqual(['Sales tax (6 %) 1.8', 'Levy (0.5 %) 0.15', '32']);
    // 10.05 × 0.07 = 0.7035
    expect(taxesOf(february)).toEqual(['Sales tax (7 %) 0.7', '10.75']);
    expect(
      first.revenueInfo.lineItems[0].lineItems.map(({ type, value }: Reply['body']) => [type, value]),
    ).toEqual([
      ['NET_AMOUNT', 10.05],
      ['TOTAL_MISCELLANEOUS_CHARGES', 20],
      ['TOTAL_TAX_AMOUNT', 1.95],
    ]);
  });

  it('explains them, and comes to the same bytes again', async () => {
    const { lines, verification } = await client.must.get(`/ext/v1/invoices/${issued.id}/explain`);
    expect(verification.isIdentical).toBe(true);
    expect(lines.find(({ lineId }: Reply['body']) => lineId === 'Sales tax')).toMatchObject({
      ...{ type: 'TAX_AMOUNT', amount: 1.8, rate: '0.06', taxable: '30.05' },
      steps: [
        'taxable: net amount and charges = 30.05',
        '6 % of it: 30.05 × 0.06 = 1.803',
        'charged: 1.803 rounded half away from zero to 2 digits = 1.8 USD',
      ],
    });
  });

  it('prints them', async () => {
    const { pdfUrl } = await january('plain');
    const [page = []] = pdfPages((await service.app.server.inject({ url: pdfUrl })).rawPayload);
    for (const text of ['Taxes', 'Sales tax (6 %)', 'Levy (0.5 %)', '1.95', 'USD 32.00'])
      expect(page).toContain(text);
  });
});

test('members of a group are taxed by themselves, and the charges of the group by its country', async () => {
  await tax(
    client,
    ['ORGANIZATION', 'taxes'],
    [
      { name: 'MVA', rate: '0.25', country: 'NO' },
      { name: 'Sales tax', rate: '0.06', country: 'US' },
    ],
  );
  const group = await formGroup(client, { accounts: ['first', 'second'] });
  await client.setClock('2030-03-01T12:00:00Z');
  const [draft] = await listComposites(client, group);
  await client.must.put(`/invoices/${draft.id}/miscellaneous_charges`, {
    items: [{ name: 'Paper', value: '3' }],
  });
  await client.setClock('2030-03-02T00:00:00Z');
  const [bill] = await listComposites(client, group);
  // 10.05 + 0.603 → 10.65, twice, and 3 + 0.75
  expect(membersOf(bill)).toEqual(['first 10.65', 'second 10.65', 'group 3.75']);
  expect(taxesOf(bill)).toEqual(['Sales tax (6 %) 0.6', 'Sales tax (6 %) 0.6', 'MVA (25 %) 0.75', '25.05']);
  const { verification } = await client.must.get(`/ext/v1/invoices/${bill.id}/explain`);
  expect([bill.status, verification.isIdentical]).toEqual(['DUE', true]);
});

test('what is given back is taxed as what was charged, and what comes to nothing is paid', async () => {
  await openPayer(client, 'refunded', { rate: -10, from: '2030-03-01' });
  await openPayer(client, 'free', { rate: 0, from: '2030-03-01' });
  await client.setClock('2030-04-01T00:00:00Z');
  const march = async (account: string) => valuesAndStatus((await listInvoices(client, account))[0]);
  expect(await march('refunded')).toEqual(['REFUND_COMPLETED', 'Sales tax (6 %) -0.6', '-10.6']);
  expect(await march('free')).toEqual(['PAID', 'Sales tax (6 %) 0', '0']);
});

test('an order asks for the tax on what is bought, and the invoice that it becomes has it', async () => {
  const fee = await sellFee(client, 'Setup');
  const pricePlanId = await publishBundle(client, { name: 'Setup', fees: { [fee]: 50 } });
  const { invoiceId, price } = await buy(client, 'plain', { pricePlanId });
  // 50 × 0.06
  expect(price).toBe(53);
  expect(taxesOf(await client.must.get(`/invoices/${invoiceId}`))).toEqual(['Sales tax (6 %) 3', '53']);
  await client.must.patch(`/invoices/${invoiceId}`, { status: 'PAID' });
  expect(await client.must.get(`/invoices/${invoiceId}`)).toMatchObject({
    ...{ invoiceClass: 'INVOICE', status: 'PAID', paidAmount: 53 },
  });
});

const valuesAndStatus = (invoice: Reply['body']) => [invoice.status, ...taxesOf(invoice)];
