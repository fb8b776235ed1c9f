import { beforeAll, expect, test } from 'vitest';
import { makeTemplate } from '#test/examples/invoice-templates.ts';
import { importFile } from '#test/import-scenario.ts';
import { pdfPages } from '#test/read-pdf.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';
import { callAllHooks, removeHooks, setHook, useScriptedHook } from '#test/scripted-hook.ts';
import { LOCAL_CONNECTOR } from '#test/scripted-provider.ts';

const service = useService(LOCAL_CONNECTOR);
const hook = useScriptedHook();
let client: Client;

const GERMAN = { type: 'EU_VAT', value: 'DE136695976', country: 'DE' };
const FRENCH = { type: 'EU_VAT', value: 'FR40303265045', country: 'FR' };
const EIN = { type: 'US_EIN', value: '04-2103594', country: 'US' };

const create = (id: string, taxIds?: object[]) =>
  client.must.post('/customers', {
    ...{ id, name: `Customer ${id}`, primaryEmail: `${id}@example.com`, address: { country: 'DE' } },
    ...(taxIds && { taxIds }),
  });

async function bill(accountId: string): Promise<Reply['body']> {
  const invoice = await client.must.post('/invoices', {
    ...{ accountId, status: 'DUE', startDate: '2030-01-01T00:00:00Z', endDate: '2030-02-01T00:00:00Z' },
    lineItems: [{ id: 'work', description: 'Work', value: 100 }],
  });
  await client.settle();
  return invoice;
}

async function pdfLayoutOf({ id }: Reply['body']): Promise<string[]> {
  await client.settle();
  const { pdfUrl } = await client.must.get(`/invoices/${id}`);
  return pdfPages((await service.app.server.inject({ url: pdfUrl })).rawPayload).flat();
}

const taxLines = (texts: string[]) => texts.filter((text) => /^(VAT|Tax) ID/.test(text));

beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-02-10T12:00:00Z');
});

test('those of the customer are shown, replaced as a whole, and printed', async () => {
  const created = await create('own', [{ type: 'EU_VAT', value: 'de 136 695 976' }]);
  expect(created.taxIds).toEqual([GERMAN]);
  expect(created.account).not.toHaveProperty('taxIds');
  expect(taxLines(await pdfLayoutOf(await bill('own')))).toEqual(['VAT ID: DE136695976']);
  const { body } = await client.patch('/customers/own', { taxIds: [FRENCH, EIN] });
  expect(body.taxIds).toEqual([FRENCH, EIN]);
  expect((await client.must.get('/customers?pageSize=1')).data[0].taxIds).toEqual([FRENCH, EIN]);
  expect(taxLines(await pdfLayoutOf(await bill('own')))).toEqual([
    'VAT ID: FR40303265045',
    'Tax ID: 04-2103594',
  ]);
  expect((await client.must.patch('/customers/own', { name: 'Renamed' })).taxIds).toEqual([FRENCH, EIN]);
  expect(await client.must.patch('/customers/own', { taxIds: [] })).not.toHaveProperty('taxIds');
});

test('those of the account come before those of its customer, also when there are none', async () => {
  await create('both', [GERMAN]);
  expect((await client.must.patch('/accounts/both', { taxIds: [FRENCH] })).taxIds).toEqual([FRENCH]);
  expect(taxLines(await pdfLayoutOf(await bill('both')))).toEqual(['VAT ID: FR40303265045']);
  await client.must.patch('/accounts/both', { taxIds: [] });
  expect(taxLines(await pdfLayoutOf(await bill('both')))).toEqual([]);
  expect(await client.must.patch('/accounts/both', { taxIds: null })).not.toHaveProperty('taxIds');
  expect(taxLines(await pdfLayoutOf(await bill('both')))).toEqual(['VAT ID: DE136695976']);
});

test('an issued invoice keeps what it was issued with, also when it is drawn again', async () => {
  await create('kept', [GERMAN]);
  const invoice = await bill('kept');
  await pdfLayoutOf(invoice);
  await client.must.patch('/customers/kept', { taxIds: [FRENCH] });
  await client.must.patch(`/invoices/${invoice.id}`, { status: 'VOID' });
  const again = await pdfLayoutOf(invoice);
  expect(again).toContain('VOID');
  expect(taxLines(again)).toEqual(['VAT ID: DE136695976']);
});

test('templates and hooks have them', async () => {
  await create('told', [GERMAN, EIN]);
  const notes = '{% for id in buyer.taxIds %}[{{ id.type }} {{ id.value }} {{ id.country }}]{% endfor %}';
  const template = await makeTemplate(client, 'Ids', { texts: { notes } });
  await client.must.post('/settings', {
    ...{ entityType: 'ACCOUNT', entityId: 'told', namespace: 'PLATFORM', id: 'INVOICE_TEMPLATE_ID' },
    ...{ name: 'Paper', dataType: 'STRING', value: template },
  });
  await setHook(client, hook, 'TAX');
  await setHook(client, hook, 'E_INVOICE');
  const invoice = await bill('told');
  await callAllHooks(service, hook);
  expect(hook.requested.map(({ type, content }) => [type, content.payer.taxIds])).toEqual([
    ['tax.calculate', [GERMAN, EIN]],
    ['e_invoice.register', [GERMAN, EIN]],
  ]);
  await removeHooks(client);
  expect(await pdfLayoutOf(invoice)).toContain('[EU_VAT DE136695976 DE][US_EIN 04-2103594 US]');
});

test('an invoice group is billed with its own', async () => {
  for (const id of ['g1', 'g2']) await create(id, [GERMAN]);
  const group = await client.must.post('/invoice_groups', {
    ...{ name: 'Group', email: 'g@example.com', dailyInvoiceConsolidation: true, address: {} },
    ...{ accountIds: ['g1', 'g2'], taxIds: [{ type: 'EU_VAT', value: 'fr 403 032 650 45' }] },
  });
  expect(group.taxIds).toEqual([FRENCH]);
  await bill('g1');
  await bill('g2');
  await client.setClock('2030-02-12T12:00:00Z');
  const invoices = await client.must.get(`/invoices?owner_id=${group.id}`);
  const composite = invoices.data.find(
    ({ invoiceType }: { invoiceType: string }) => invoiceType === 'COMPOSITE',
  );
  expect(taxLines(await pdfLayoutOf(composite))).toEqual(['VAT ID: FR40303265045']);
  const path = `/ext/v1/invoice_groups/${group.id}`;
  expect((await client.must.patch(path, { taxIds: [EIN] })).taxIds).toEqual([EIN]);
  expect((await client.must.patch(path, { name: 'Other' })).taxIds).toEqual([EIN]);
  expect(taxLines(await pdfLayoutOf(composite))).toEqual(['VAT ID: FR40303265045']);
  expect(await client.must.patch(path, { taxIds: [] })).not.toHaveProperty('taxIds');
  const { status, body } = await client.patch(path, { taxIds: [{ type: 'EU_VAT', value: 'DE136695977' }] });
  expect([status, body.message]).toEqual([
    400,
    'taxIds[0].value: DE136695977 is not a VAT number of DE; its check digits are wrong',
  ]);
});

test('what is wrong with one is said, and nothing is stored', async () => {
  const wrong = [{ type: 'EU_VAT', value: 'DE136695977' }];
  const responses = [
    await client.post('/customers', {
      ...{ id: 'wrong', name: 'Wrong', primaryEmail: 'w@example.com', address: {}, taxIds: wrong },
    }),
    await client.patch('/customers/own', { taxIds: wrong }),
    await client.post('/accounts', { id: 'wrong', name: 'Wrong', customerId: 'own', taxIds: wrong }),
    await client.patch('/accounts/own', { taxIds: wrong }),
  ];
  const message = 'taxIds[0].value: DE136695977 is not a VAT number of DE; its check digits are wrong';
  for (const { status, body } of responses) expect([status, body.message]).toEqual([400, message]);
  for (const path of ['/customers/wrong', '/accounts/wrong'])
    expect((await client.get(path)).status).toBe(404);
  expect((await client.post('/customers', { id: 'w', taxIds: [{ type: 'VAT', value: '1' }] })).status).toBe(
    400,
  );
});

test('a file of customers has a column for each type', async () => {
  const content =
    'id,name,primaryEmail,taxIds.EU_VAT,account.id,account.name,account.taxIds.US_EIN\n' +
    'i1,One,a@i.example,DE136695976,i1,One,042103594\ni2,Two,b@i.example,DE1,i2,Two,\n';
  const { rows } = await importFile(service, client, { type: 'CUSTOMERS', content });
  expect(rows).toEqual(['2 i1 CREATED', '3 i2 FAILED taxIds[0].value: DE1 is not a VAT number of DE']);
  expect((await client.must.get('/customers/i1')).taxIds).toEqual([GERMAN]);
  expect((await client.must.get('/accounts/i1')).taxIds).toEqual([EIN]);
  const again = await importFile(service, client, { type: 'CUSTOMERS', content });
  expect(again.rows[0]).toBe('2 i1 UNCHANGED');
});
