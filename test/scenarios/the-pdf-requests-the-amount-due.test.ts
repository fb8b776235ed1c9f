import { beforeAll, expect, test } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { makeTemplate } from '#test/examples/invoice-templates.ts';
import { payInvoice, sendPayment } from '#test/payment-scenario.ts';
import { pdfPages } from '#test/read-pdf.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let accounts = 0;

const JANUARY = { startDate: '2030-01-01T00:00:00Z', endDate: '2030-02-01T00:00:00Z' };

/** An account that owes 192: 160 for work, and 20 % of tax. */
async function bill(members: object = {}): Promise<Reply['body']> {
  accounts += 1;
  const accountId = `acme-${accounts}`;
  await openAccount(client, accountId);
  const lineItems = [{ id: 'work', description: 'Work', value: 160 }];
  const invoice = { accountId, status: 'DUE', ...JANUARY, lineItems, ...members };
  const { id, ownerId } = await client.must.post('/invoices', invoice);
  await client.settle();
  return { id, ownerId };
}

async function pdfLayoutOf({ id }: Reply['body']): Promise<string[]> {
  await client.settle();
  const { pdfUrl } = await client.must.get(`/invoices/${id}`);
  const [page = []] = pdfPages((await service.app.server.inject({ url: pdfUrl })).rawPayload);
  return page;
}

/** The texts from the subtotal to the end of the totals. */
const totalsOf = (page: string[]) => page.slice(page.indexOf('Subtotal'), page.length - 3);
const pay = ({ id, ownerId }: Reply['body'], amount: number) =>
  payInvoice(client, { accountId: ownerId, invoiceId: id, amount });

beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-02-10T12:00:00Z');
  await client.must.post('/settings', {
    ...{ entityType: 'ORGANIZATION', entityId: 'default', namespace: 'PLATFORM', id: 'TAX_RATES' },
    ...{ name: 'Taxes', dataType: 'JSON', value: JSON.stringify([{ name: 'VAT', rate: '0.2' }]) },
  });
});

test('an unpaid invoice is due in full', async () => {
  const page = await pdfLayoutOf(await bill());
  expect(totalsOf(page)).toEqual(['Subtotal', '160.00', 'Taxes', '32.00', 'Total due', 'USD 192.00']);
  expect(page).toContain('Payable by 10 February 2030');
});

test('a partly paid invoice requests the rest, again after each payment', async () => {
  const invoice = await bill();
  await pay(invoice, 150.5);
  const page = await pdfLayoutOf(invoice);
  // 192 − 150.5
  expect(totalsOf(page).slice(4)).toEqual([
    ...['Total', '192.00', 'Paid', '-150.50', 'Amount due', 'USD 41.50'],
  ]);
  expect(page.filter((text) => text === 'Amount due')).toHaveLength(2);
  expect(page).toContain('Payable by 10 February 2030');
  expect(page).not.toContain('USD 192.00');

  await pay(invoice, 41.5);
  const paid = await pdfLayoutOf(invoice);
  expect(totalsOf(paid).slice(4)).toEqual(['Total paid', 'USD 192.00']);
  expect(paid.join()).not.toMatch(/Payable|due/);
});

test('a payment from the wallet during issuing is on the first PDF', async () => {
  accounts += 1;
  const accountId = `acme-${accounts}`;
  await openAccount(client, accountId);
  const { status } = await sendPayment(client, {
    ...{ accountId, totalAmount: 100, records: [{ type: 'WALLET_CREDIT', order: 1 }] },
  });
  expect(status).toBe(201);
  const lineItems = [{ id: 'work', description: 'Work', value: 160 }];
  const invoice = await client.must.post('/invoices', {
    ...{ accountId, status: 'DUE', ...JANUARY, lineItems, applyWalletBalance: true },
  });
  // 192 − 100
  expect(totalsOf(await pdfLayoutOf(invoice)).slice(-2)).toEqual(['Amount due', 'USD 92.00']);
});

test('a payment that is taken back is owed again', async () => {
  const invoice = await bill();
  const { id } = await pay(invoice, 192);
  await client.must.post(`/ext/v1/payments/${id}/reverse`, { reason: 'Bounced' });
  expect(totalsOf(await pdfLayoutOf(invoice)).slice(-2)).toEqual(['Total due', 'USD 192.00']);
});

test('a void invoice requests nothing and says that it is void', async () => {
  const invoice = await bill();
  await pdfLayoutOf(invoice);
  await client.must.patch(`/invoices/${invoice.id}`, { status: 'VOID' });
  const page = await pdfLayoutOf(invoice);
  expect(page).toContain('VOID');
  expect(page.join()).not.toMatch(/Payable|Total due|Amount due/);
});

test('a credit note has no due date, and says what was invoiced and what is right', async () => {
  const invoice = await bill();
  await pdfLayoutOf(invoice);
  const note = await client.must.post(`/ext/v1/invoices/${invoice.id}/credit_notes`, {
    ...{ reason: 'Outage', lineItems: [{ lineId: 'work', amount: 25 }] },
  });
  const page = await pdfLayoutOf(note);
  expect(page).toContain('CREDIT NOTE');
  expect(page).not.toContain('Due');
  expect(page.join()).not.toMatch(/as it is now|Payable|due/);
  // 20 % of 160, and of 160 − 25. What is taken off the line is a line of its own.
  expect(page).toContain('Invoiced: 32.00; correct amount: 27.00');
  expect(page.join().match(/Invoiced/g)).toHaveLength(1);
  // The wallet got 30 for it and paid the invoice with it: 192 − 25 × 1.2
  expect(totalsOf(await pdfLayoutOf(invoice)).slice(-2)).toEqual(['Amount due', 'USD 162.00']);
});

test('texts of a template name what is paid and what is open', async () => {
  const notes =
    '{{ invoice.paid }} of {{ invoice.total }} paid, {{ invoice.open }} open {{ invoice.openAmount }}';
  const template = await makeTemplate(client, 'Open', { texts: { notes } });
  accounts += 1;
  const accountId = `acme-${accounts}`;
  await openAccount(client, accountId);
  await client.must.post('/settings', {
    ...{ entityType: 'ACCOUNT', entityId: accountId, namespace: 'PLATFORM', id: 'INVOICE_TEMPLATE_ID' },
    ...{ name: 'Paper', dataType: 'STRING', value: template },
  });
  const lineItems = [{ id: 'work', description: 'Work', value: 160 }];
  const invoice = await client.must.post('/invoices', {
    ...{ accountId, status: 'DUE', ...JANUARY, lineItems },
  });
  expect(await pdfLayoutOf(invoice)).toContain('USD 0.00 of USD 192.00 paid, USD 192.00 open 192.00');
  await pay(invoice, 50);
  expect(await pdfLayoutOf(invoice)).toContain('USD 50.00 of USD 192.00 paid, USD 142.00 open 142.00');
});
