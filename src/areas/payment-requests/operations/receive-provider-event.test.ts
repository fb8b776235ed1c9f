import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { keepRequest, keepRequests } from '#test/examples/payment-requests.ts';
import { useService } from '#test/running-app.ts';
import { say, signEvent } from '#test/scripted-provider.ts';

const service = useService();
const client = () => service.sandbox;
const send = (body: object) => client().post('/ext/v1/payment_provider/events', body);
const stateOf = async (id: string) => (await client().must.get(`/ext/v1/payment_requests/${id}`)).status;
let secret: string;
let requestId: string;

beforeAll(async () => {
  await client().setClock('2030-01-01T00:00:00Z');
  await openAccount(client(), 'a');
  ({ secret } = await keepRequests(client(), 'a'));
  requestId = await keepRequest(client(), 'a');
});

describe('POST /ext/v1/payment_provider/events', () => {
  it('400 for what is not genuine, and nothing changes', async () => {
    const content = { requestId, status: 'SUCCEEDED' };
    const at = Temporal.Now.instant();
    const signed = signEvent(secret, content);
    const events = [
      signEvent(`whsec_${Buffer.from('another').toString('base64')}`, content),
      { ...signed, payload: signed.payload.replace('SUCCEEDED', 'FAILED') },
      { ...signed, id: 'evt-other' },
      { ...signed, timestamp: String(Number(signed.timestamp) + 1) },
      { ...signed, signature: 'v1,' },
      signEvent(secret, content, { at: at.subtract({ minutes: 6 }) }),
      signEvent(secret, content, { at: at.add({ minutes: 6 }) }),
      // Genuine, and not as agreed.
      signEvent(secret, { requestId, status: 'PAID' }),
      signEvent(secret, { requestId, status: 'SUCCEEDED', amount: 5 }),
      signEvent(secret, { requestId, status: 'SUCCEEDED', amount: '-5' }),
      signEvent(secret, { status: 'SUCCEEDED' }),
      { ...signEvent(secret, content), payload: 'no JSON' },
    ];
    for (const event of events) {
      const { status, headers } = await send(event);
      expect([status, headers['error-code']]).toEqual([400, 'PROVIDER_EVENT_NOT_GENUINE']);
    }
    for (const id of ['', 'answer:1', 'with space']) expect((await send({ ...signed, id })).status).toBe(400);
    await client().settle();
    expect(await stateOf(requestId)).toBe('PENDING');
  });

  it('404 for a request or a refund that is not there', async () => {
    for (const about of [{ requestId: 'preq.none' }, { refundId: 'pref.none' }])
      expect((await say(client(), secret, { ...about, status: 'SUCCEEDED' })).status).toBe(404);
  });

  it('200 for money in another currency, which is for an operator to look at', async () => {
    const reply = await say(client(), secret, { requestId, status: 'SUCCEEDED', currency: 'EUR' });
    await client().settle();
    expect([reply.status, await stateOf(requestId)]).toEqual([200, 'PENDING']);
  });

  it('200 once and again under one id; it counts once', async () => {
    const event = signEvent(secret, { requestId, status: 'SUCCEEDED', amount: '15' });
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => send(event)));
    expect(replies.map(({ status, body }) => `${status} ${body.isNew}`).sort()).toEqual([
      ...Array(4).fill('200 false'),
      '200 true',
    ]);
    await client().settle();
    expect(await stateOf(requestId)).toBe('SUCCEEDED');
    const { data } = await client().must.get('/payments?account_id=a');
    expect(data).toHaveLength(1);
  });

  it('200 also with the secret before, for a day, and without a provider any more', async () => {
    const id = await keepRequest(client(), 'a');
    await client().must.put('/ext/v1/payment_provider', { kind: 'OFFLINE', newSecret: true });
    expect((await say(client(), secret, { requestId: id, status: 'SUCCEEDED' })).status).toBe(200);
    await client().settle();
    expect(await stateOf(id)).toBe('SUCCEEDED');
  });

  it('400 where there never was a provider', async () => {
    const event = signEvent(secret, { requestId, status: 'SUCCEEDED' });
    expect((await service.production.post('/ext/v1/payment_provider/events', event)).status).toBe(400);
  });
});
