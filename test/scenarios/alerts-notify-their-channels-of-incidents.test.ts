import { beforeEach, expect, it } from 'vitest';
import { closeIncident, createAlert, listIncidents } from '#test/alert-scenario.ts';
import { issueManual } from '#test/mail-scenario.ts';
import { addContact, enterPortal } from '#test/portal.ts';
import { type Client, useService } from '#test/running-app.ts';
import {
  deliverAt,
  LOCAL_TARGETS,
  respondWith,
  soon,
  subscribe,
  useReceiver,
} from '#test/webhook-receiver.ts';

const service = useService(LOCAL_TARGETS);
const receiver = useReceiver();
let client: Client;
let organization: string;
let made = 0;

beforeEach(async () => {
  made += 1;
  organization = `teller-${made}`;
  client = (await service.createOrganization(organization)).sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  await client.must.post('/customers', {
    ...{ id: 'acme', name: 'Acme <b>@all</b>', primaryEmail: 'Desk@Acme.example', address: {} },
    account: { id: 'acct', name: 'Main account' },
  });
});

const at = (time: string) => client.setClock(`2030-01-${time}:00Z`);
/** Less than 10 of credits; without any it fires at the first check. */
const watchCredits = (channels: object[], members: object = {}) =>
  createAlert(client, {
    ...{ alertTemplateId: 'CREDIT_BALANCE', ownerDetails: { accountId: 'acct' } },
    ...{ parameters: { threshold: 10 }, description: 'Refill', channels, ...members },
  });
async function grant(creditAmount: number): Promise<string> {
  const credit = {
    accountId: 'acct',
    purpose: 'Gift',
    effectiveFrom: '2030-01-01',
    priority: 1,
    creditAmount,
  };
  const [{ id }] = await client.must.post('/credits', { creditRequests: [credit] });
  await client.settle();
  return id;
}
/** Mails of an alert, the oldest first, each whole. */
async function mailsOf(alert: string) {
  const { data } = await client.must.get(`/ext/v1/mails?alert_id=${alert}`);
  const ids: string[] = data.map(({ id }: { id: string }) => id).reverse();
  return Promise.all(ids.map((id) => client.must.get(`/ext/v1/mails/${id}`)));
}
const bodies = (path: string) =>
  receiver.received.filter((each) => each.path === path).map(({ body }) => JSON.parse(body));

it('the channels of an alert are notified once when an incident begins and once when it ends', async () => {
  const { id: webhook } = await subscribe(client, receiver, ['job.completed']);
  const chat = `${receiver.url}/chat`;
  const ann = { customer: 'acme', email: 'Ann@Acme.example', access: { accountIds: ['acct'] } };
  const username = await addContact(client, ann);
  await client.must.patch(`/ext/v1/customers/acme/contacts/${username}`, { verified: true });
  const alert = await watchCredits([
    ...[
      { type: 'WEBHOOK', target: webhook },
      { type: 'CHAT', target: chat },
    ],
    ...[
      { type: 'EMAIL', target: 'ops@seller.example' },
      { type: 'EMAIL', target: 'ann@acme.example' },
    ],
  ]);
  // Three checks find it.
  await at('01T01:30');
  const [incident] = await listIncidents(client, alert);
  await deliverAt(service, soon());
  expect(bodies('/hook')).toMatchObject([
    { type: 'incident.created', data: { object: { id: incident.id } } },
  ]);
  const mails = await mailsOf(alert);
  expect(mails.map(({ to, cc }) => [...to, ...cc].join()).sort()).toEqual([
    'ann@acme.example',
    'ops@seller.example',
  ]);
  const [{ subject, text, html, accountId }] = mails;
  expect([subject, accountId]).toEqual(['[Sandbox] Alert: Credit balance, Main account (acct)', 'acct']);
  expect(text.split('\n')).toEqual([
    ...['Hello,', '', 'the alert below found its condition met on 1 January 2030 at 00:30 (UTC).'],
    ...['This is a test from a sandbox.', '', 'Alert: Credit balance', 'Description: Refill'],
    ...['Account: Main account (acct)', 'Customer: Acme <b>@all</b> (acme)'],
    ...['Threshold: less than 10.00 USD of credits remaining', 'Remaining credits: 0.00 USD'],
    ...[`Incident: ${incident.id}`, '', organization, ''],
  ]);
  expect(html).toContain('Acme &lt;b&gt;@all&lt;/b&gt;');
  expect(bodies('/chat')).toEqual([{ text: expect.stringContaining('Remaining credits: 0.00 USD') }]);
  expect(bodies('/chat')[0].text).toContain('Customer: Acme ‹b›@\u200ball‹/b› (acme)');

  await grant(10);
  await at('01T03:00');
  await deliverAt(service, soon());
  expect(bodies('/hook').map(({ type }) => type)).toEqual(['incident.created', 'incident.closed']);
  expect(bodies('/chat').map(({ text }) => text.split('\n')[0])).toEqual([
    '[Sandbox] Alert: Credit balance, Main account (acct)',
    '[Sandbox] Alert ended: Credit balance, Main account (acct)',
  ]);
  const ended = (await mailsOf(alert)).slice(2);
  expect(ended.length).toBe(2);
  expect(ended[0].text).toContain(
    'an incident of the alert below ended on 1 January 2030 at 02:00 (UTC).\nThe condition is no longer met.',
  );
});

it('a webhook that subscribes as well gets one, and a chat that is away gets it later', async () => {
  const { id: webhook } = await subscribe(client, receiver, ['incident.*']);
  const chat = `${receiver.url}/chat`;
  receiver.respond = (response, { path }) => respondWith(response, path === '/chat' ? 503 : 204);
  await watchCredits([
    { type: 'WEBHOOK', target: webhook },
    { type: 'CHAT', target: chat },
  ]);
  await at('01T00:30');
  await deliverAt(service, soon());
  expect(bodies('/hook').length).toBe(1);
  const { data } = await client.must.get('/ext/v1/webhooks');
  const own = data.find(({ format }: { format: string }) => format === 'CHAT');
  expect(own).toMatchObject({ url: chat, types: [], status: 'ACTIVE' });
  const deliveries = () => client.must.get(`/ext/v1/webhooks/${own.id}/deliveries`);
  expect((await deliveries()).data).toMatchObject([{ status: 'RETRYING', eventType: 'incident.created' }]);
  receiver.respond = (response) => respondWith(response, 200);
  await deliverAt(service, soon().add({ seconds: 60 }));
  expect((await deliveries()).data).toMatchObject([{ status: 'DELIVERED' }]);
  expect(bodies('/chat').length).toBe(2);
});

it('invoices that become overdue together are one message', async () => {
  await client.setClock('2030-01-10T12:00:00Z');
  const invoices = [
    await issueManual(client, 'acct', { total: 12.5 }),
    await issueManual(client, 'acct', { total: 3 }),
  ];
  const alert = await createAlert(client, {
    ...{ alertTemplateId: 'INVOICE_OVERDUE', parameters: { daysAfter: 0 }, interval: '1440' },
    channels: [{ type: 'EMAIL', target: 'ops@seller.example' }],
  });
  await at('12T00:00');
  const incidents = await listIncidents(client, alert);
  expect(incidents.length).toBe(2);
  const [mail, ...others] = await mailsOf(alert);
  expect([mail.subject, others]).toEqual(['[Sandbox] Alert: Invoice overdue, 2 invoices', []]);
  expect(mail.text).toContain('Threshold: unpaid after the due date\n');
  for (const [id, sum] of [
    [invoices[0].id, '12.50'],
    [invoices[1].id, '3.00'],
  ]) {
    const { sequenceId } = await client.must.get(`/invoices/${id}`);
    const incident = incidents.find(({ reportData }) => reportData.invoiceId === id);
    expect(mail.text).toContain(`Invoice ${sequenceId}: ${sum} USD, incident ${incident.id}`);
  }
});

it('who is no verified contact of the account any more gets nothing, and it is said why', async () => {
  const username = await addContact(client, {
    ...{ customer: 'acme', email: 'ann@acme.example', access: { allAccounts: true } },
  });
  const contact = `/ext/v1/customers/acme/contacts/${username}`;
  await client.must.patch(contact, { verified: true });
  const alert = await watchCredits([{ type: 'EMAIL', target: 'ann@acme.example' }]);
  await client.must.patch(contact, { verified: false });
  await at('01T00:30');
  expect(await mailsOf(alert)).toMatchObject([
    {
      ...{ status: 'FAILED', to: [], cc: [] },
      error:
        'not sent: ann@acme.example belongs to a customer but not to a verified contact with access ' +
        'to account acct',
    },
  ]);
});

it('a replaced list of channels applies from then on, and an empty one notifies nobody', async () => {
  const alert = await watchCredits([{ type: 'EMAIL', target: 'one@seller.example' }]);
  await at('01T00:30');
  await client.must.patch(`/alerts/${alert}`, {
    channels: [{ type: 'EMAIL', target: 'two@seller.example' }],
  });
  const [{ id }] = await listIncidents(client, alert);
  await closeIncident(client, id);
  await closeIncident(client, id);
  const published = async () =>
    (await mailsOf(alert)).map(({ to, subject }) => `${to} ${subject.slice(10, 21)}`);
  expect(await published()).toEqual(['one@seller.example Alert: Cred', 'two@seller.example Alert ended']);
  await client.must.patch(`/alerts/${alert}`, { channels: [] });
  const credit = await grant(10);
  await at('01T01:00');
  await client.must.post(`/credits/${credit}/void`);
  await at('01T02:00');
  expect((await listIncidents(client, alert)).length).toBe(2);
  expect((await published()).length).toBe(2);
});

it('an edit in the portal is notified to channels that the portal does not see', async () => {
  const { id: webhook } = await subscribe(client, receiver, ['job.completed']);
  const email = 'ann@acme.example';
  await addContact(client, { customer: 'acme', email, access: { allAccounts: true, mode: 'WRITE' } });
  const portal = await enterPortal(service, { caller: client, organization, email });
  const channels = [
    { type: 'WEBHOOK', target: webhook },
    { type: 'EMAIL', target: 'ops@seller.example' },
  ];
  const alert = await watchCredits(channels);
  await at('01T00:30');
  const { status, body } = await portal.patch(`/alerts/${alert}`, { parameters: { threshold: 5 } });
  expect([status, body.version, 'channels' in body]).toEqual([200, 2, false]);
  for (const path of [`/ext/v1/alerts/${alert}`, '/alerts?account_id=acct'])
    expect((await portal.get(path)).text).not.toContain('channels');
  expect((await portal.patch(`/alerts/${alert}`, { channels: [] })).status).toBe(403);
  expect((await client.must.get(`/ext/v1/alerts/${alert}`)).channels).toEqual(channels);
  await deliverAt(service, soon());
  // Deliveries have no order, and neither have mails of one instant.
  const types = bodies('/hook').map(({ type }) => type);
  expect(types.toSorted()).toEqual(['incident.closed', 'incident.created']);
  const subjects = (await mailsOf(alert)).map(({ subject }) => subject.slice(10, 21));
  expect(subjects.toSorted()).toEqual(['Alert ended', 'Alert: Cred']);
});

it('a webhook that is deleted is no channel any more', async () => {
  const { id: webhook } = await subscribe(client, receiver, ['job.completed']);
  const mail = { type: 'EMAIL', target: 'ops@seller.example' };
  const alert = await watchCredits([{ type: 'WEBHOOK', target: webhook }, mail]);
  await client.must.delete(`/ext/v1/webhooks/${webhook}`);
  expect((await client.must.get(`/ext/v1/alerts/${alert}`)).channels).toEqual([mail]);
  await at('01T00:30');
  expect((await mailsOf(alert)).length).toBe(1);
});
