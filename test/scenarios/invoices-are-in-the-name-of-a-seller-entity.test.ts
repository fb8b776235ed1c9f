import { beforeAll, expect, test } from 'vitest';
import { editTimeline, onlyInvoice, openAccount, publishPlan, sellFee } from '#test/billing-scenario.ts';
import { makeTemplate, PIXEL_PNG } from '#test/examples/invoice-templates.ts';
import { makeSellerEntity } from '#test/examples/seller-entities.ts';
import { formGroup, listComposites } from '#test/group-scenario.ts';
import { pdfPages } from '#test/read-pdf.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const RECORDS = '/ext/v1/organization/seller_entities';
const set = (id: string, value: string, [entityType, entityId]: [string, string]) =>
  service.sandbox.must.post('/settings', {
    ...{ id, name: id, namespace: 'PLATFORM', dataType: 'STRING', value, entityType, entityId },
  });

let plan: string;
let nextMonth = 1;

/** Accounts whose invoices of one month are issued; the clock goes on by it. */
async function billMonth(accounts: readonly string[]): Promise<void> {
  const [from, until] = [`2030-0${nextMonth}-01`, `2030-0${++nextMonth}-01`];
  for (const account of accounts) {
    await openAccount(service.sandbox, account);
    await editTimeline(service.sandbox, account, [{ planId: plan, from, until }]);
  }
}
const issue = () => service.sandbox.setClock(`2030-0${nextMonth}-01T00:00:00Z`);

async function printed(account: string): Promise<{ texts: string[]; bytes: Buffer }> {
  const { pdfUrl } = await onlyInvoice(service.sandbox, account);
  const { rawPayload: bytes } = await service.app.server.inject({ url: pdfUrl });
  return { texts: pdfPages(bytes).flat(), bytes };
}

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  await sandbox.must.patch('/ext/v1/organization', {
    name: 'House Inc.',
    primaryEmail: 'desk@house.example',
  });
  const fee = await sellFee(sandbox, 'Fee');
  plan = await publishPlan(sandbox, {
    name: 'plan',
    cards: [{ type: 'FIXED_FEE', billableId: fee, fee: { rate: 10 } }],
  });
});

test('the account comes before its customer, and that before the default', async () => {
  const { sandbox } = service;
  // Without any record it is the organization.
  await billMonth(['before']);
  await issue();
  expect((await printed('before')).texts).toContain('House Inc.');

  await makeSellerEntity(sandbox, { name: 'Default GmbH' });
  const [ofCustomer, ofAccount] = [
    await makeSellerEntity(sandbox, { name: 'Customer GmbH', email: '', address: null }),
    await makeSellerEntity(sandbox, { name: 'Account GmbH' }),
  ];
  await billMonth(['plain', 'of-customer', 'of-account']);
  for (const account of ['of-customer', 'of-account']) {
    const { customerId } = await sandbox.must.get(`/accounts/${account}`);
    await set('SELLER_ENTITY_ID', ofCustomer, ['CUSTOMER', customerId]);
  }
  await set('SELLER_ENTITY_ID', ofAccount, ['ACCOUNT', 'of-account']);
  await issue();
  const { texts } = await printed('plain');
  for (const text of [
    ...['Default GmbH', 'rechnung@muster.example', 'USt-IdNr.: DE123456789'],
    ...['IBAN: DE89 3704 0044 0532 0130 00', 'BIC: COBADEFFXXX', 'Please quote the invoice number.'],
  ])
    expect(texts).toContain(text);
  expect(texts).not.toContain('House Inc.');
  expect((await printed('of-account')).texts).toContain('Account GmbH');
  const inherited = (await printed('of-customer')).texts;
  expect(inherited).toContain('Customer GmbH');
  // It has no e-mail of its own.
  expect(inherited).toContain('desk@house.example');
});

test('the bill of a group is in the name of its own record, or of the default', async () => {
  const { sandbox } = service;
  const name = (names: string) => makeSellerEntity(sandbox, { name: names });
  const [ofGroup, ofMember] = [await name('Group GmbH'), await name('Member GmbH')];
  await billMonth(['member-1', 'member-2']);
  const groups = [
    await formGroup(sandbox, { accounts: ['member-1'], name: 'Named' }),
    await formGroup(sandbox, { accounts: ['member-2'], name: 'Unnamed' }),
  ] as const;
  for (const account of ['member-1', 'member-2'])
    await set('SELLER_ENTITY_ID', ofMember, ['ACCOUNT', account]);
  await set('SELLER_ENTITY_ID', ofGroup, ['INVOICE_GROUP', groups[0]]);
  await issue();
  // The day is over before its bill is made.
  await sandbox.setClock(`2030-0${nextMonth}-02T00:00:00Z`);
  const names = async (id: string) =>
    (await listComposites(sandbox, id)).map(({ invoiceDetails }) => invoiceDetails.organization.businessName);
  expect(await Promise.all(groups.map(names))).toEqual([['Group GmbH'], ['Default GmbH']]);
});

test('what was issued keeps it, and a draft follows', async () => {
  const { sandbox } = service;
  const id = await makeSellerEntity(sandbox, { name: 'Old GmbH' });
  await billMonth(['kept']);
  await set('SELLER_ENTITY_ID', id, ['ACCOUNT', 'kept']);
  await issue();
  await sandbox.must.patch(`${RECORDS}/${id}`, { name: 'New GmbH' });
  const invoice = await onlyInvoice(sandbox, 'kept');
  const { invoiceDetails } = await sandbox.must.get(`/invoices/${invoice.id}`);
  expect(invoiceDetails.organization.businessName).toBe('Old GmbH');
  expect(invoiceDetails).not.toHaveProperty('billing');
  expect((await printed('kept')).texts).toContain('Old GmbH');
});

test('texts of a template name it, and its logo is printed where the template has none', async () => {
  const { sandbox } = service;
  const { fileId } = await sandbox.must.post('/ext/v1/invoice_templates/logos', { content: PIXEL_PNG });
  const id = await makeSellerEntity(sandbox, { name: 'Logo GmbH', logoFileId: fileId });
  const template = await makeTemplate(sandbox, 'Named', {
    texts: {
      notes: '{% for each in billing.taxIds %}[{{ each.name }} {{ each.value }}]{% endfor %}',
      paymentInstructions: 'Pay to {{ billing.bankDetails[0].value }} of {{ organization.name }}',
    },
  });
  await billMonth(['templated', 'no-logo']);
  await set('INVOICE_TEMPLATE_ID', template, ['ACCOUNT', 'templated']);
  await set('SELLER_ENTITY_ID', id, ['ACCOUNT', 'templated']);
  await issue();
  const { texts, bytes } = await printed('templated');
  expect(texts).toContain('[USt-IdNr. DE123456789]');
  expect(texts).toContain('Pay to DE89 3704 0044 0532 0130 00 of Logo GmbH');
  // The template speaks for itself.
  expect(texts).not.toContain('BIC: COBADEFFXXX');
  expect(bytes.includes('/Subtype /Image')).toBe(true);
  expect((await printed('no-logo')).bytes.includes('/Subtype /Image')).toBe(false);
});
