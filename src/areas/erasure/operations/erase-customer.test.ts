import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { auditLogOf, findBreaks, seal } from '#test/audit-log.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { issueManual, mailsOf } from '#test/mail-scenario.ts';
import { addContact, enterPortal, forgetting } from '#test/portal.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';
import { tablesWith } from '#test/text-in-tables.ts';
import { LOCAL_TARGETS, subscribe, useReceiver } from '#test/webhook-receiver.ts';

const service = useService(LOCAL_TARGETS);
const receiver = useReceiver();
/** Each stands in one member alone, so that one that is forgotten is found by its own name. */
const SECRETS = {
  ...{
    customerName: 'Erika Xqa',
    customerEmail: 'erika.xqb@x.example',
    street: 'Xqc-Weg 7',
    phone: '+49 999 7001',
  },
  ...{ accountName: 'Konto Xqd', accountEmail: 'konto.xqe@x.example', recipient: 'cc.xqf@x.example' },
  ...{ copied: 'copy.xqg@x.example', note: 'note xqh', tag: 'tag xqi', accountStreet: 'Xqj-Allee 8' },
  ...{ contactName: 'Otto Xqk', contactEmail: 'otto.xql@x.example', contactPhone: '+49 999 7002' },
  ...{ customerTaxId: 'XQR-1', accountTaxId: 'XQS-2' },
  ...{ username: 'ottoxqm', oldName: 'Erika Xqn', goneName: 'Gone Xqo', goneEmail: 'gone.xqp@x.example' },
};
const s = SECRETS;
let sandbox: Client;
let invoice: Reply['body'];
let portal: Client;
let contact: string;
let before: string[];

beforeAll(async () => {
  sandbox = service.sandbox;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  await subscribe(sandbox, receiver, ['customer.created', 'customer.updated', 'account.created']);
  const address = { line1: s.street, phoneNumber: s.phone };
  const members = {
    ...{ id: 'erika', name: s.oldName, primaryEmail: s.customerEmail, address },
    taxIds: [{ type: 'OTHER', value: s.customerTaxId }],
  };
  const account = {
    ...{ id: 'konto', name: s.accountName, primaryEmail: s.accountEmail, tags: [s.tag] },
    ...{ address: { line1: s.accountStreet }, metadata: { note: s.note } },
    taxIds: [{ type: 'OTHER', value: s.accountTaxId }],
    billingInformation: { emailRecipients: [s.recipient], additionalEmailRecipients: [s.copied] },
  };
  await sandbox.must.post('/customers', { ...members, account });
  await sandbox.must.patch('/customers/erika', { name: s.customerName });
  const { username: gone } = await sandbox.must.post('/customers/erika/contacts', {
    ...{ name: s.goneName, email: s.goneEmail },
  });
  await sandbox.must.delete(`/ext/v1/customers/erika/contacts/${gone}`);
  contact = await addContact(sandbox, {
    ...{ customer: 'erika', email: s.contactEmail, password: 'correct horse battery 77' },
    access: { allAccounts: true, mode: 'WRITE' },
  });
  await sandbox.must.patch(`/ext/v1/customers/erika/contacts/${contact}`, {
    ...{ name: s.contactName, phone: s.contactPhone, preferredUsername: s.username },
  });
  portal = await enterPortal(service, { caller: sandbox, organization: 'default', email: s.contactEmail });
  expect((await portal.patch('/accounts/konto', { metadata: { note: `${s.note} 2` } })).status).not.toBe(500);
  invoice = await issueManual(sandbox, 'konto', { total: 10 });
  await seal(service);
  await sandbox.must.post('/customers', {
    ...{ id: 'other', name: 'Other', primaryEmail: s.recipient, address: {} },
  });
});

const erase = (id: string) => sandbox.post(`/ext/v1/customers/${id}/erase`);

describe('POST /ext/v1/customers/{customer_id}/erase', () => {
  it('400 while it is active, 404 for none', async () => {
    const { status, body } = await erase('erika');
    expect([status, body.message]).toEqual([
      ...[400, 'customer erika is active, and its invoices still need its name; archive the customer first'],
    ]);
    expect((await erase('nobody')).status).toBe(404);
  });

  it('200, and nothing but documents says who it was', async () => {
    await sandbox.must.delete('/customers/erika');
    await sandbox.settle();
    before = await tablesWith(service.databaseUrl, Object.values(SECRETS));
    expect(before).toEqual(
      expect.arrayContaining(['accounts', 'audit_log', 'contacts', 'customers', 'mails']),
    );
    expect(await mailsOf(sandbox, invoice.id)).toHaveLength(1);
    const { status, body } = await erase('erika');
    expect([status, body]).toEqual([
      200,
      { customerId: 'erika', accounts: 1, contacts: 1, erasureId: expect.any(String) },
    ]);
    await sandbox.settle();
    const left = await tablesWith(
      service.databaseUrl,
      Object.values(SECRETS).filter((secret) => secret !== s.recipient),
    );
    expect(left).toEqual(['invoices']);
  });

  it('ids stay, and names are pseudonyms', async () => {
    const customer = await sandbox.must.get('/customers/erika');
    expect(customer).toMatchObject({ name: expect.stringMatching(/^Erased \w{12}$/), address: {} });
    expect(customer.primaryEmail).toMatch(/^erased\.\w{12}@erased\.invalid$/);
    const account = await sandbox.must.get('/accounts/konto');
    expect([account.name, account.primaryEmail, account.tags]).toEqual([customer.name, undefined, undefined]);
    expect((await sandbox.must.get(`/invoices/${invoice.id}`)).totalAmount).toBe(10);
    expect(await mailsOf(sandbox, invoice.id)).toEqual([]);
  });

  it('the chain of the audit log goes on as it was, and says what was erased', async () => {
    expect(await findBreaks(service)).toEqual([]);
    const [created] = await auditLogOf(sandbox, 'entity_type=CUSTOMER&entity_id=erika');
    expect(created).toMatchObject({
      ...{ action: 'CREATED', after: { id: 'erika', name: '[erased]', primaryEmail: '[erased]' } },
      ...{ erasedHash: expect.stringMatching(/^[0-9a-f]{64}$/), isSealed: true },
    });
    const others = await auditLogOf(sandbox, 'entity_type=CUSTOMER&entity_id=other');
    expect(others).toMatchObject([{ after: { name: 'Other' } }]);
    await sandbox.must.post('/addons', { name: 'later', type: 'FIXED_FEE' });
    await seal(service);
    expect(await findMismatches(service, { organization: 'default', names: /./ })).toEqual([]);
  });

  it('tokens and logins of its contacts have ended', async () => {
    await forgetting();
    expect((await portal.get('/accounts')).status).toBe(401);
    const login = { email: s.contactEmail };
    expect((await sandbox.post('/organizations/default/token', login)).status).toBeGreaterThanOrEqual(400);
    const erased = await sandbox.must.get(`/ext/v1/customers/erika/contacts/${contact}`);
    expect(erased).toMatchObject({ name: 'Erased', email: `erased.${contact.toLowerCase()}@erased.invalid` });
  });

  it('an entry that was erased is pinned again, and none but those of persons may be', async () => {
    const owner = new pg.Client({ connectionString: service.databaseUrl });
    await owner.connect();
    const change = (statement: string) =>
      owner.query(`
      set session_replication_role = replica; ${statement}; set session_replication_role = origin`);
    const entry = `org_id = (select org_id from organizations where environment = 'sandbox')
      and entity_type = 'CUSTOMER' and entity_id = 'erika' and action = 'CREATED'`;
    await change(`update audit_log set actor_id = 'nobody' || actor_id where ${entry}`);
    expect(await findBreaks(service)).toEqual([expect.stringMatching(/the entry or its seal was changed$/)]);
    await change(`update audit_log set actor_id = substr(actor_id, 7) where ${entry}`);
    expect(await findBreaks(service)).toEqual([]);
    await change(`update audit_seals s set erased_at = now(), erased_hash = hash from audit_log l
      where l.org_id = s.org_id and l.id = s.entry_id and l.entity_type = 'ADD_ON'`);
    expect(await findBreaks(service)).toEqual([expect.stringMatching(/the entry or its seal was changed$/)]);
    await change(`update audit_seals s set erased_at = null, erased_hash = null from audit_log l
      where l.org_id = s.org_id and l.id = s.entry_id and l.entity_type = 'ADD_ON'`);
    await owner.end();
  });

  it('200 again', async () => {
    expect((await erase('erika')).status).toBe(200);
    expect(await findBreaks(service)).toEqual([]);
  });
});
