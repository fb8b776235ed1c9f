import { beforeAll, describe, expect, it } from 'vitest';
import { findBreaks, seal } from '#test/audit-log.ts';
import { issueManual, mailsOf } from '#test/mail-scenario.ts';
import { addContact, enterPortal, forgetting } from '#test/portal.ts';
import { type Client, useService } from '#test/running-app.ts';
import { tablesWith } from '#test/text-in-tables.ts';

const service = useService();
let sandbox: Client;
const [FIRST, SECOND] = ['anna.xqa@x.example', 'bert.xqb@x.example'];

beforeAll(async () => {
  sandbox = service.sandbox;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const customer = { id: 'acme', name: 'Acme', primaryEmail: 'pay@acme.example', address: {} };
  const billingInformation = { emailRecipients: ['Pay@acme.example', FIRST] };
  const account = { id: 'konto', name: 'Account', billingInformation };
  await sandbox.must.post('/customers', { ...customer, account });
});

const erase = (username: string, customer = 'acme') =>
  sandbox.post(`/ext/v1/customers/${customer}/contacts/${username}/erase`);

describe('POST /ext/v1/customers/{customer_id}/contacts/{username}/erase', () => {
  it('200, and no data names the contact any more; other recipients keep its mails', async () => {
    const username = await addContact(sandbox, {
      customer: 'acme',
      email: FIRST,
      access: { allAccounts: true },
    });
    const portal = await enterPortal(service, { caller: sandbox, organization: 'default', email: FIRST });
    expect((await portal.get('/accounts')).status).toBe(200);
    const { id } = await issueManual(sandbox, 'konto');
    await sandbox.must.patch('/accounts/konto', {
      billingInformation: { emailRecipients: ['pay@acme.example'] },
    });
    await seal(service);
    const { status, body } = await erase(username);
    expect([status, body]).toEqual([
      200,
      { customerId: 'acme', accounts: 0, contacts: 1, erasureId: expect.any(String) },
    ]);
    const [mail] = await mailsOf(sandbox, id);
    expect(mail).toMatchObject({ status: 'PENDING', to: ['Pay@acme.example'] });
    await sandbox.settle();
    // That an account once had the address is a change of the account, which is not erased.
    expect(await tablesWith(service.databaseUrl, [FIRST])).toEqual(['audit_log']);
    await forgetting();
    expect((await portal.get('/accounts')).status).toBe(401);
    expect(await findBreaks(service)).toEqual([]);
  });

  it('200, and a mail to nobody else is gone, unless the customer has the address too', async () => {
    const only = await addContact(sandbox, { customer: 'acme', email: SECOND });
    await sandbox.must.patch('/accounts/konto', { billingInformation: { emailRecipients: [SECOND] } });
    const kept = await issueManual(sandbox, 'konto');
    expect((await erase(only)).status).toBe(200);
    expect(await mailsOf(sandbox, kept.id)).toHaveLength(1);
    const again = await addContact(sandbox, { customer: 'acme', email: SECOND });
    await sandbox.must.patch('/accounts/konto', { billingInformation: { emailRecipients: ['x@y.example'] } });
    expect((await erase(again)).status).toBe(200);
    expect(await mailsOf(sandbox, kept.id)).toEqual([]);
  });

  it('404 for none, and for one of another customer', async () => {
    const other = { id: 'other', name: 'Other', primaryEmail: 'o@x.example', address: {} };
    await sandbox.must.post('/customers', other);
    const username = await addContact(sandbox, { customer: 'other', email: 'c@x.example' });
    expect((await erase(username)).body.message).toBe(`contact ${username} not found`);
    expect((await erase('nobody')).status).toBe(404);
    expect((await erase(username, 'nobody')).status).toBe(404);
  });
});
