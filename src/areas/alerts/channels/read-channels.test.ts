import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount, sellUsage } from '#test/billing-scenario.ts';
import { addContact } from '#test/portal.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let webhook: string;
let chat: string;
let terms: object;

const CHAT = 'https://chat.example/services/T0/B0';
const WITH_ACCOUNT = { ownerDetails: { accountId: 'one' } };

beforeAll(async () => {
  const { must } = service.production;
  const meter = await sellUsage(service.production, 'calls');
  terms = { alertTemplateId: 'USAGE_THRESHOLD', interval: '60', status: 'ACTIVE' };
  terms = { ...terms, entityDetails: { usageMeterId: meter }, parameters: { threshold: 1 } };
  await openAccount(service.production, 'one');
  const { customerId: customer } = await must.get('/accounts/one');
  const members = { name: 'Other', primaryEmail: 'Boss@other.example', address: {} };
  const billingInformation = { emailRecipients: ['Bills@other.example'] };
  await must.post('/customers', { ...members, id: 'other' });
  await must.post('/accounts', {
    ...{ id: 'two', name: 'Two', customerId: 'other', primaryEmail: 'two@other.example' },
    billingInformation,
  });
  const contacts: [customer: string, email: string, access: object, isVerified: boolean][] = [
    [customer, 'all@one.example', { allAccounts: true }, true],
    [customer, 'one@one.example', { accountIds: ['one'] }, true],
    [customer, 'new@one.example', { allAccounts: true }, false],
    [customer, 'none@one.example', {}, true],
    [customer, 'ann@m\u00fcnchen.example', { allAccounts: true }, false],
    ['other', 'ann@other.example', { allAccounts: true }, true],
    // In two customers; of one of them verified.
    ['other', 'both@one.example', { allAccounts: true }, true],
    [customer, 'both@one.example', { allAccounts: true }, false],
  ];
  for (const [owner, email, access, verified] of contacts) {
    const username = await addContact(service.production, { customer: owner, email, access });
    await must.patch(`/ext/v1/customers/${owner}/contacts/${username}`, { verified });
  }
  webhook = (await must.post('/ext/v1/webhooks', { url: 'https://a.example/', types: ['job.*'] })).id;
  await create([{ type: 'CHAT', target: CHAT }]);
  const { data } = await must.get('/ext/v1/webhooks');
  chat = data.find(({ format }: { format: string }) => format === 'CHAT').id;
});

const create = (channels: unknown, members: object = {}) =>
  service.production.post('/alerts', { ...terms, channels, ...members });
const mail = (target: string) => [{ type: 'EMAIL', target }];

describe('channels of an alert', () => {
  it('200 with several of them, in their order, in POST, GET, list and PATCH', async () => {
    const { production } = service;
    const channels = [
      ...[
        { type: 'CHAT', target: CHAT },
        { type: 'EMAIL', target: 'ops@Seller.example' },
      ],
      { type: 'WEBHOOK', target: webhook },
    ];
    const shown = channels.map(({ type, target }) => ({ type, target: target.replace('Seller', 'seller') }));
    const { status, body } = await create(channels);
    expect([status, body.channels]).toEqual([200, shown]);
    expect((await production.must.get(`/ext/v1/alerts/${body.id}`)).channels).toEqual(shown);
    const { data } = await production.must.get('/alerts');
    expect(data.find(({ id }: { id: string }) => id === body.id).channels).toEqual(shown);
    const reversed = await production.must.patch(`/alerts/${body.id}`, { channels: shown.toReversed() });
    expect([reversed.channels, reversed.version]).toEqual([shown.toReversed(), 1]);
    const same = await production.must.patch(`/alerts/${body.id}`, { description: 'Other' });
    expect(same.channels).toEqual(shown.toReversed());
    const { data: chats } = await production.must.get('/ext/v1/webhooks');
    expect(chats.filter(({ url }: { url: string }) => url === CHAT).length).toBe(1);
  });

  it('200 with an address whose owner may be told', async () => {
    expect((await create(mail('ops@seller.example'))).status).toBe(200);
    for (const address of ['all@one.example', 'One@One.Example'])
      expect((await create(mail(address), WITH_ACCOUNT)).status).toBe(200);
  });

  const notOfOne = 'belongs to a customer but not to a verified contact with access to account one';
  it.each([
    // Not verified; without access; of another customer; and what is no contact, but known of a customer.
    'new@one.example',
    'NEW@ONE.EXAMPLE',
    'none@one.example',
    'ann@xn--mnchen-3ya.example',
    'ann@other.example',
    'both@one.example',
    'boss@other.example',
    'two@other.example',
    'bills@other.example',
  ])('400 for the address %s in an alert of an account', async (address) => {
    const { status, headers, body } = await create(mail(address), WITH_ACCOUNT);
    expect([status, headers['error-code']]).toEqual([400, 'CHANNEL_INVALID']);
    expect(body.message).toBe(`channels[0].target: ${notOfOne}`);
  });

  it.each(['all@one.example', 'boss@other.example'])('400 for %s in one of all accounts', async (address) => {
    const { status, body } = await create(mail(address));
    expect([status, body.message]).toEqual([
      400,
      'channels[0].target: belongs to a customer, who may only receive alerts of its own accounts',
    ]);
  });

  it.each([
    [null, 'channels: must be an array'],
    [[{ type: 'EMAIL' }], 'channels[0].target: is required'],
    [[{ type: 'SMS', target: 'x' }], 'channels[0].type: must be one of WEBHOOK, EMAIL, CHAT'],
    [mail(''), 'channels[0].target: must not be empty'],
    [mail('nobody'), 'channels[0].target: must be an e-mail address such as alerts@example.com'],
    [mail('a@b.example, c@d.example'), /must be an e-mail address/],
    [mail('Ops <ops@seller.example>'), /must be an e-mail address/],
    [
      [...mail('a@b.example'), ...mail('a@B.example')],
      'channels[1].target: repeats the target of channels[0]',
    ],
    [
      [{ type: 'CHAT', target: 'http://chat.example/x' }],
      /^channels\[0\].target: must begin with https:\/\//,
    ],
    [[{ type: 'CHAT', target: 'https://127.0.0.1/x' }], /must not have a private or special address/],
    [[{ type: 'CHAT', target: 'https://user:pass@chat.example/x' }], /^channels\[0\].target: /],
    [[{ type: 'CHAT', target: 'general' }], /^channels\[0\].target: /],
    [[{ type: 'WEBHOOK', target: 'https://a.example/' }], /must be the id of a webhook/],
    [
      Array.from({ length: 11 }, (_, n) => mail(`a${n}@b.example`)[0]),
      'channels: must have at most 10 entries',
    ],
  ])('400 for %j', async (channels, message) => {
    const { status, body } = await create(channels);
    expect(status).toBe(400);
    if (typeof message === 'string') expect(body.message).toBe(message);
    else expect(body.message).toMatch(message);
  });

  it("400 for the webhook of a chat, 404 for one that is nobody's", async () => {
    const { status, body } = await create([{ type: 'WEBHOOK', target: chat }]);
    expect([status, body.message]).toEqual([
      400,
      'channels[0].target: is a webhook of a chat; use the channel type CHAT with its URL',
    ]);
    const foreign = await service.sandbox.must.post('/ext/v1/webhooks', { url: CHAT, types: ['*'] });
    for (const target of ['whep.nobody', foreign.id])
      expect((await create([{ type: 'WEBHOOK', target }])).status).toBe(404);
  });

  it('400 when a chat is to subscribe to events', async () => {
    const { status, headers } = await service.production.patch(`/ext/v1/webhooks/${chat}`, { types: ['*'] });
    expect([status, headers['error-code']]).toEqual([400, 'CHAT_SUBSCRIBES']);
  });
});
