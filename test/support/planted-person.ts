import { startMailing } from '#areas/mails/deliver-mails.ts';
import { realNow } from '#platform/db/clock.ts';
import { createLogger } from '#platform/log.ts';
import { createAlert } from './alert-scenario.ts';
import { seal } from './audit-log.ts';
import { runImports, upload } from './import-scenario.ts';
import { issueManual } from './mail-scenario.ts';
import { meterRides, ride } from './metering-scenario.ts';
import { sendPayment } from './payment-scenario.ts';
import { addContact } from './portal.ts';
import { makeReport } from './report-scenario.ts';
import type { Client, Reply, Service } from './running-app.ts';

/** Each text is in one member only, so that a forgotten one is found by its name. */
export const PERSON = {
  ...{ customerName: 'Erika Xqa', customerEmail: 'erika.xqb@x.example', street: 'Xqc-Weg 7' },
  ...{ phone: '+49 999 70012', accountName: 'Konto Xqd', accountEmail: 'konto.xqe@x.example' },
  ...{ recipient: 'cc.xqf@x.example', copied: 'copy.xqg@x.example', note: 'note xqh', tag: 'tag xqi' },
  ...{ accountStreet: 'Xqj-Allee 8', contactName: 'Otto Xqk', contactEmail: 'otto.xql@x.example' },
  ...{ contactPhone: '+49 999 70023', username: 'ottoxqm', oldName: 'Erika Xqn', goneName: 'Gone Xqo' },
  ...{ goneEmail: 'gone.xqp@x.example', customerTaxId: 'XQR-1', accountTaxId: 'XQS-2' },
  ...{ alias: 'alias.xqt@x.example', setting: 'setting xqu', key: 'key-erika.xqb@x.example' },
  ...{ remembered: 'remembered xqz' },
  ...{ value: 'value xqv', payment: 'payment xqw', line: 'line xqx', remark: 'remark xqy' },
};
export const TEXTS = Object.values(PERSON);
const p = PERSON;

export interface Planted {
  customer: object;
  invoiceId: string;
  contact: string;
  report: Reply['body'];
  ofAccount: Reply['body'];
  audit: Reply['body'];
  uploadId: string;
  imported: Reply['body'];
  cleanReport: Reply['body'];
}

const CUSTOMER = {
  ...{ id: 'erika', name: p.oldName, primaryEmail: p.customerEmail },
  ...{
    address: { line1: p.street, phoneNumber: p.phone },
    taxIds: [{ type: 'OTHER', value: p.customerTaxId }],
  },
  account: {
    ...{ id: 'konto', name: p.accountName, primaryEmail: p.accountEmail, tags: [p.tag], aliases: [p.alias] },
    ...{ address: { line1: p.accountStreet }, metadata: { note: p.note } },
    taxIds: [{ type: 'OTHER', value: p.accountTaxId }],
    billingInformation: { emailRecipients: [p.recipient], additionalEmailRecipients: [p.copied] },
  },
};

/** Stores the same person wherever the API allows it; the clock is in 2030. */
export async function plantPerson(service: Service, client: Client): Promise<Planted> {
  const key = (name: string) => ({ 'idempotency-key': name });
  const created = await client.post('/customers', CUSTOMER, key(p.key));
  if (created.status !== 201) throw new Error(created.text);
  await client.patch('/customers/erika', { name: p.customerName }, key('rename'));
  await client.post('/customers', { ...CUSTOMER, account: { name: p.accountName } }, key('refused'));
  const { username: gone } = await client.must.post('/customers/erika/contacts', {
    ...{ name: p.goneName, email: p.goneEmail },
  });
  await client.must.delete(`/ext/v1/customers/erika/contacts/${gone}`);
  const contact = await addContact(client, {
    ...{ customer: 'erika', email: p.contactEmail },
    access: { allAccounts: true, mode: 'WRITE' },
  });
  const named = { name: p.contactName, phone: p.contactPhone, preferredUsername: p.username };
  await client.must.patch(`/ext/v1/customers/erika/contacts/${contact}`, named);
  await client.must.post(`/ext/v1/customers/erika/contacts/${contact}/invite`);
  for (const [entityType, entityId] of [
    ['CUSTOMER', 'erika'],
    ['ACCOUNT', 'konto'],
  ])
    await client.must.post('/settings', {
      ...{ id: 'remark', name: p.setting, value: p.setting, namespace: 'USER', dataType: 'STRING' },
      ...{ entityType, entityId },
    });
  const { id: goneNote } = await client.must.post('/ext/v1/notes', {
    ...{ customerId: 'erika', text: `Prefers ${p.remembered}` },
  });
  await client.must.delete(`/ext/v1/notes/${goneNote}`);
  await client.must.post('/ext/v1/notes', {
    accountId: 'konto',
    text: `Call ${p.contactName}: ${p.remembered}`,
  });
  await plantUsage(client);
  await client.must.post('/accounts', { id: 'konto-2', customerId: 'erika', name: p.accountName });
  await client.must.post('/invoice_groups', {
    ...{ name: p.customerName, email: p.accountEmail, dailyInvoiceConsolidation: false, netTermDays: 7 },
    ...{ gracePeriod: 2, address: { line1: p.street, country: 'US' }, accountIds: ['konto-2'] },
    taxIds: [{ type: 'OTHER', value: p.customerTaxId }],
  });
  await createAlert(client, {
    ...{ alertTemplateId: 'INVOICE_DUE', parameters: { daysBefore: 1 }, description: 'Bills' },
    channels: [{ type: 'EMAIL', target: p.goneEmail }],
  });
  const invoiceId = await plantDocuments(client);
  const files = await plantFiles(service, client);
  return { customer: CUSTOMER, invoiceId, contact, ...files };
}

async function plantUsage(client: Client): Promise<void> {
  await meterRides(client);
  const event = ride('ride-1', { accountId: p.alias, dimensions: { city: p.value } });
  await client.must.post('/ingest', { event: { ...event, timestamp: '2030-01-01T00:00:00Z' } });
}

async function plantDocuments(client: Client): Promise<string> {
  const { id } = await issueManual(client, 'konto', { total: 10 });
  const period = { startDate: '2029-12-31T00:00:00Z', endDate: '2030-01-01T00:00:00Z' };
  const lineItems = [{ description: p.line, value: 5 }];
  await client.must.post('/invoices', { accountId: 'konto', status: 'DUE', ...period, lineItems });
  await client.settle();
  const records = [{ type: 'INVOICE' as const, platformId: id, amount: 10, order: 1 }];
  const paid = { accountId: 'konto', totalAmount: 10, records, transactionNumber: p.payment };
  const { status, text } = await sendPayment(client, paid);
  if (status !== 201) throw new Error(text);
  await client.settle();
  return id;
}

const NAMES = { limit: 100, sort: [] };

async function plantFiles(service: Service, client: Client) {
  const invoices = (columns: string[], more: object = {}) => ({
    ...{
      baseDataSource: 'invoices',
      selects: columns.map((columnName) => ({ columnName })),
      ...NAMES,
      ...more,
    },
  });
  const report = await makeReport(client, {
    name: 'All',
    queryInput: invoices(['owner_id', 'customer_name']),
  });
  const ofAccount = await makeReport(client, {
    ...{ name: 'One', accountId: 'konto', queryInput: invoices(['total_amount']) },
  });
  await client.must.post('/ext/v1/saved_views', {
    ...{
      list: 'invoices',
      name: `Of ${p.accountName}`,
      query: `_search=${p.accountName}&name=${encodeURIComponent(p.accountEmail)}`,
    },
  });
  const filter = { column: { columnName: 'customer_name' }, operator: 'eq', args: [p.customerName] };
  await makeReport(client, {
    ...{ name: `Of ${p.customerName}`, queryInput: invoices(['total_amount'], { queryFilters: [filter] }) },
  });
  const cleanReport = await makeReport(client, { name: 'Clean', queryInput: invoices(['total_amount']) });
  await seal(service, 'default');
  const { id } = await client.must.post('/ext/v1/audit_log_exports', { format: 'NDJSON' });
  await client.settle();
  const audit = await client.must.get(`/ext/v1/audit_log_exports/${id}`);
  const rows = `id,name,primaryEmail,remark\nerika,${p.customerName},${p.customerEmail},${p.remark}\n`;
  const uploadId = await upload(service, client, rows);
  const { id: importId } = await client.must.post('/ext/v1/imports', {
    ...{ type: 'CUSTOMERS', fileId: uploadId, defaults: { 'address.line1': p.street } },
    columns: { id: 'id', name: 'name', primaryEmail: 'primaryEmail', remark: 'address.line2' },
  });
  await runImports(service);
  const imported = await client.must.get(`/ext/v1/imports/${importId}`);
  return { report, ofAccount, audit, uploadId, imported, cleanReport };
}

/** Sends waiting mails to the capture folder of the service, as the worker would. */
export async function captureMails({ app }: Service): Promise<void> {
  const { database, deployment } = app;
  const later = () => realNow().add({ seconds: 5 });
  const mailing = startMailing({ database, deployment, logger: createLogger('silent'), now: later });
  const orgs = await database.transaction({ orgId: null, access: 'read', isDirectory: true }, (tx) =>
    tx.selectFrom('organizations').select(['orgId', 'id', 'environment']).execute(),
  );
  for (const org of orgs) mailing.wake(org);
  await mailing.idle();
  await mailing.stop();
}
