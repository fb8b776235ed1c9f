import { beforeAll, expect, test } from 'vitest';
import {
  editTimeline,
  onlyInvoice,
  openAccount,
  publishPlan,
  sellFee,
  sellUsage,
  use,
} from '#test/billing-scenario.ts';
import { makeTemplate } from '#test/examples/invoice-templates.ts';
import { makeSellerEntity } from '#test/examples/seller-entities.ts';
import { formGroup, listComposites } from '#test/group-scenario.ts';
import { payInvoice } from '#test/payment-scenario.ts';
import { pdfPages } from '#test/read-pdf.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
const set = (id: string, value: string, owner: object) =>
  client.must.post('/settings', { id, name: id, dataType: 'STRING', value, ...owner });
const linkOf = (invoice: Reply['body'], value: string) =>
  set('PAYMENT_LINK', value, { namespace: 'INTEGRATION', entityType: 'INVOICE', entityId: invoice.id });

async function bill(accountId: string): Promise<Reply['body']> {
  const period = { startDate: '2029-12-01T00:00:00Z', endDate: '2030-01-01T00:00:00Z' };
  const lineItems = [{ id: 'work', description: 'Work', value: 160 }];
  const invoice = await client.must.post('/invoices', { accountId, status: 'DUE', ...period, lineItems });
  await client.settle();
  return invoice;
}

async function pdfLayoutOf({ id }: Reply['body']): Promise<{ texts: string[]; links: string[] }> {
  await client.settle();
  const { pdfUrl } = await client.must.get(`/invoices/${id}`);
  const { rawPayload } = await service.app.server.inject({ url: pdfUrl });
  const links = [...rawPayload.toString('latin1').matchAll(/\/URI \(([^)]*)\)/g)].map(
    ([, link = '']) => link,
  );
  return { texts: pdfPages(rawPayload).flat(), links: [...new Set(links)] };
}

beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
});

test('a link that comes after the invoice was issued is printed, and leads there', async () => {
  await openAccount(client, 'linked');
  const invoice = await bill('linked');
  expect(await pdfLayoutOf(invoice)).toMatchObject({ links: [] });
  await linkOf(invoice, 'https://pay.example/1');
  const { texts, links } = await pdfLayoutOf(invoice);
  expect(links).toEqual(['https://pay.example/1']);
  expect(texts.filter((text) => text === 'Pay online')).toHaveLength(2);
  expect(texts).toContain('https://pay.example/1');
  await linkOf(invoice, 'https://pay.example/2');
  expect((await pdfLayoutOf(invoice)).links).toEqual(['https://pay.example/2']);
  await payInvoice(client, { accountId: 'linked', invoiceId: invoice.id, amount: 160 });
  const paid = await pdfLayoutOf(invoice);
  expect([paid.links, paid.texts.includes('Pay online')]).toEqual([[], false]);
});

test('what is no address of the web is not printed', async () => {
  await openAccount(client, 'strange');
  const invoice = await bill('strange');
  await linkOf(invoice, 'javascript:alert(1)');
  expect(await pdfLayoutOf(invoice)).toMatchObject({ links: [] });
});

test('a template makes the link of invoices that have none of their own', async () => {
  const texts = { paymentLink: 'https://shop.example/pay?invoice={{ invoice.number }}' };
  const template = await makeTemplate(client, 'Linking', { texts });
  await openAccount(client, 'templated');
  const owner = { namespace: 'PLATFORM', entityType: 'ACCOUNT', entityId: 'templated' };
  await set('INVOICE_TEMPLATE_ID', template, owner);
  const invoice = await bill('templated');
  expect((await pdfLayoutOf(invoice)).links).toEqual([
    `https://shop.example/pay?invoice=${(await client.must.get(`/invoices/${invoice.id}`)).sequenceId}`,
  ]);
  await linkOf(invoice, 'https://pay.example/own');
  expect((await pdfLayoutOf(invoice)).links).toEqual(['https://pay.example/own']);
  const { status, body } = await client.post('/ext/v1/invoice_templates', {
    ...{ name: 'Wrong', content: { texts: { paymentLink: 'pay me' } } },
  });
  expect([status, body.message]).toEqual([
    ...[400, expect.stringMatching(/^content\.texts\.paymentLink: must render to a URL/)],
  ]);
});

test('bank details and instructions stand under headings', async () => {
  const record = await makeSellerEntity(client, { name: 'Seller GmbH' });
  await openAccount(client, 'banked');
  const owner = { namespace: 'PLATFORM', entityType: 'ACCOUNT', entityId: 'banked' };
  await set('SELLER_ENTITY_ID', record, owner);
  const { texts } = await pdfLayoutOf(await bill('banked'));
  const at = texts.indexOf('Bank details');
  expect(texts.slice(at, at + 5)).toEqual([
    ...['Bank details', 'IBAN: DE89 3704 0044 0532 0130 00', 'BIC: COBADEFFXXX'],
    ...['How to pay', 'Please quote the invoice number.'],
  ]);
});

test('each line says its days, also on the bill of a group', async () => {
  const fee = await sellFee(client, 'Fee');
  const plan = await publishPlan(client, {
    name: 'plan',
    cards: [{ type: 'FIXED_FEE', billableId: fee, fee: { rate: 10 } }],
  });
  for (const [account, from] of [
    ['member-1', '2030-01-01'],
    ['member-2', '2030-01-11'],
  ] as const) {
    await openAccount(client, account);
    await editTimeline(client, account, [{ planId: plan, from, until: '2030-02-01' }]);
  }
  const group = await formGroup(client, { accounts: ['member-1', 'member-2'], name: 'Both' });
  await client.setClock('2030-02-02T00:00:00Z');
  const [composite] = await listComposites(client, group);
  const { texts } = await pdfLayoutOf(composite);
  expect(texts.filter((text) => text.endsWith('– 31 January 2030'))).toEqual([
    ...['1 – 31 January 2030', '11 – 31 January 2030'],
  ]);
});

test('usage is counted in the unit of its meter', async () => {
  const meter = await sellUsage(client, 'traffic');
  await client.must.patch(`/usage_meters/${meter}`, { unit: 'GB' });
  const usage = { model: 'TIERED' as const, slabs: [{ startAfter: 0, rate: 2 }] };
  const plan = await publishPlan(client, {
    name: 'metered',
    cards: [{ type: 'USAGE', billableId: meter, usage }],
  });
  await openAccount(client, 'measured');
  await editTimeline(client, 'measured', [{ planId: plan, from: '2030-03-01', until: '2030-04-01' }]);
  await client.setClock('2030-03-02T00:00:00Z');
  await use(client, { meter: 'traffic', account: 'measured', at: '2030-03-01T00:00:00Z', amount: '12.5' });
  await client.setClock('2030-04-01T00:00:00Z');
  const { texts } = await pdfLayoutOf(await onlyInvoice(client, 'measured'));
  expect(texts).toContain('12.5 GB');
});
