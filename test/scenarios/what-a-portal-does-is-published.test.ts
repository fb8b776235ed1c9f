import { beforeAll, expect, it } from 'vitest';
import { openAccount, sellFee } from '#test/billing-scenario.ts';
import { addContact, enterPortal } from '#test/portal.ts';
import { publishBundle } from '#test/purchase-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let portal: Client;
let hook: string;

/** The events of a thing, the newest first, each with what the webhook is sent of it. */
async function messagesOf(id: string) {
  const { sandbox } = service;
  const { data } = await sandbox.must.get(`/ext/v1/webhooks/events?resource_id=${id}&_sort=id:DESC`);
  const looks = data.map(async (event: { id: string; type: string }) => {
    const { data: shown } = await sandbox.must.get(`/ext/v1/webhooks/events/${event.id}`);
    const sent = await sandbox.must.get(`/ext/v1/webhooks/${hook}/deliveries?event_id=${event.id}`);
    return { type: event.type, ...shown, deliveries: sent.data.length };
  });
  return Promise.all(looks);
}

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-10T09:00:00Z');
  await openAccount(sandbox, 'mine', { metadata: { note: 'inner' } });
  hook = (await sandbox.must.post('/ext/v1/webhooks', { url: 'https://a.example/', types: ['*'] })).id;
  const access = { accountIds: ['mine'], mode: 'WRITE' as const };
  await addContact(sandbox, { customer: 'customer-mine', email: 'w@mine.example', access });
  portal = await enterPortal(service, {
    ...{ caller: sandbox, organization: 'default', email: 'w@mine.example' },
  });
});

it('an account that its contact changes, as the organization sees it', async () => {
  await portal.must.patch('/accounts/mine', { primaryEmail: 'new@mine.example' });
  const [published] = await messagesOf('mine');
  const object = await service.sandbox.must.get('/accounts/mine');
  expect(object).toMatchObject({ primaryEmail: 'new@mine.example', metadata: { note: 'inner' } });
  expect(published).toEqual({
    ...{ type: 'account.updated', object, previous: { primaryEmail: null } },
    ...{ sequence: 2, deliveries: 1 },
  });
});

it('a proposal that the contact declines', async () => {
  const { sandbox } = service;
  const fees = { [await sellFee(sandbox, 'Set-up')]: 5 };
  const plan = await publishBundle(sandbox, { name: 'Bundle', fees });
  const offer = { type: 'ENTITLEMENT_GRANT', pricePlanId: plan, paymentMode: 'POSTPAID' };
  const { id } = await sandbox.must.post('/accounts/mine/purchase_proposals', offer);
  await portal.must.post(`/purchase_proposals/${id}/update_status`, { status: 'DECLINE' });
  const [published] = await messagesOf(id);
  expect(published).toMatchObject({
    ...{ type: 'proposal.declined', object: { id, status: 'PROPOSAL_DECLINED' } },
    ...{ sequence: 2, deliveries: 1 },
  });
});

it('and nothing of webhooks is for the portal', async () => {
  const paths = ['', '/events', `/${hook}`, `/${hook}/deliveries`];
  const replies = await Promise.all(paths.map((path) => portal.get(`/ext/v1/webhooks${path}`)));
  expect(replies.map(({ status }) => status)).toEqual(paths.map(() => 403));
});
