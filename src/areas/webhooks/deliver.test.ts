import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';
import {
  createCustomer,
  deliverAt,
  delivererAt,
  LOCAL_TARGETS,
  listOrgs,
  respondWith,
  soon,
  subscribe,
  useReceiver,
} from '#test/webhook-receiver.ts';

const service = useService(LOCAL_TARGETS);
const receiver = useReceiver();

/** A webhook with one event on its way; its delivery and itself can be looked at. */
async function sendOne() {
  const { sandbox } = service;
  const { id } = await subscribe(sandbox, receiver, ['webhook.test']);
  const { eventId } = await sandbox.must.post(`/ext/v1/webhooks/${id}/test`);
  const delivery = async () => (await sandbox.must.get(`/ext/v1/webhooks/${id}/deliveries`)).data[0];
  return { id, eventId, delivery, webhook: () => sandbox.must.get(`/ext/v1/webhooks/${id}`) };
}

describe('a delivery', () => {
  it('is tried ten times under one webhook-id, and then FAILED', async () => {
    receiver.respond = (response) => respondWith(response, 500);
    const { eventId, delivery } = await sendOne();
    let at = soon();
    // A little longer than the longest that each wait can be: together less than the five days.
    for (const seconds of [6, 331, 1981, 7921, 19_801, 39_601, 55_441, 79_201, 95_041, 95_041, 1]) {
      await deliverAt(service, at);
      at = at.add({ seconds });
    }
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(Array(10).fill(eventId));
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect((await delivery()).status).toBe('FAILED');
  });

  it('of an endpoint that responds with 410 is the last: it is disabled', async () => {
    receiver.respond = (response) => respondWith(response, 410);
    const { id, delivery, webhook } = await sendOne();
    await deliverAt(service, soon());
    expect((await delivery()).status).toBe('FAILED');
    expect(await webhook()).toMatchObject({ status: 'DISABLED', disabledReason: 'GONE' });
    const { data } = await service.sandbox.must.get(`/ext/v1/audit_log?entity_type=WEBHOOK&entity_id=${id}`);
    expect(data).toMatchObject([
      {
        ...{ action: 'UPDATED', actor: { type: 'SYSTEM', id: 'deliver_webhooks' } },
        after: { status: 'DISABLED', disabledReason: 'GONE' },
      },
      { action: 'CREATED', actor: { type: 'API_KEY' }, after: { secrets: '[hidden]' } },
    ]);
  });

  it('after five days of nothing but failures is the last: the webhook is disabled', async () => {
    receiver.respond = (response) => respondWith(response, 500);
    const { id, delivery, webhook } = await sendOne();
    const first = soon();
    // Its ten attempts are over in less than five days.
    for (const hours of [0, 1, 2, 6, 12, 24, 40, 60, 83, 110]) await deliverAt(service, first.add({ hours }));
    expect([(await delivery()).status, (await webhook()).status]).toEqual(['FAILED', 'ACTIVE']);
    expect(receiver.received).toHaveLength(10);
    const another = () => service.sandbox.post(`/ext/v1/webhooks/${id}/test`);
    await another();
    await deliverAt(service, first.add({ hours: 119, minutes: 59 }));
    expect(await webhook()).toMatchObject({ status: 'ACTIVE', failingSince: expect.any(String) });
    await deliverAt(service, first.add({ hours: 120, seconds: 1 }));
    expect(await webhook()).toMatchObject({ status: 'DISABLED', disabledReason: 'FAILING' });

    // Nothing more is sent, and what was waiting waits.
    await deliverAt(service, first.add({ hours: 200 }));
    expect([receiver.received.length, (await another()).status]).toEqual([12, 400]);
    receiver.respond = (response) => respondWith(response, 204);
    await service.sandbox.must.patch(`/ext/v1/webhooks/${id}`, { status: 'ACTIVE' });
    await deliverAt(service, first.add({ hours: 200 }));
    expect(receiver.received.length).toBe(13);
    expect((await webhook()).status).toBe('ACTIVE');
  });

  it('that succeeds in between begins the five days anew, and so does enabling it again', async () => {
    const { id, webhook } = await sendOne();
    const first = soon();
    const attemptAt = async (hours: number, status: number) => {
      receiver.respond = (response) => respondWith(response, status);
      await service.sandbox.must.post(`/ext/v1/webhooks/${id}/test`);
      await deliverAt(service, first.add({ hours }));
      return (await webhook()).status;
    };
    expect(await attemptAt(0, 500)).toBe('ACTIVE');
    expect(await attemptAt(100, 204)).toBe('ACTIVE');
    expect(await attemptAt(121, 500)).toBe('ACTIVE');
    expect(await attemptAt(240, 500)).toBe('ACTIVE');
    expect(await attemptAt(242, 500)).toBe('DISABLED');
    await service.sandbox.must.patch(`/ext/v1/webhooks/${id}`, { status: 'ACTIVE' });
    expect(await attemptAt(243, 500)).toBe('ACTIVE');
    expect(await attemptAt(362, 500)).toBe('ACTIVE');
    expect(await attemptAt(364, 500)).toBe('DISABLED');
  });

  it('waits as long as Retry-After asks, and not before', async () => {
    receiver.respond = (response) => respondWith(response, 429, { 'retry-after': '3600' });
    await sendOne();
    const at = soon();
    await deliverAt(service, at);
    await deliverAt(service, at.add({ seconds: 3599 }));
    expect(receiver.received.length).toBe(1);
    await deliverAt(service, at.add({ seconds: 3600 }));
    expect(receiver.received.length).toBe(2);
  });

  it('that a lost process had taken is sent again when its lease is over', async () => {
    const { eventId, delivery } = await sendOne();
    const at = soon();
    const lost = delivererAt(service, () => at, 60_000);
    let release = () => {};
    receiver.respond = (response) => {
      release = () => respondWith(response, 204);
      receiver.respond = (next) => respondWith(next, 204);
    };
    for (const org of await listOrgs(service)) lost.wake(org);
    while (receiver.received.length === 0) await new Promise((later) => setTimeout(later, 10));
    await deliverAt(service, at.add({ seconds: 44 }));
    expect(receiver.received.length).toBe(1);
    await deliverAt(service, at.add({ seconds: 45 }));
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([eventId, eventId]);
    // What the first comes to no longer counts.
    release();
    await lost.stop();
    expect(await delivery()).toMatchObject({ status: 'DELIVERED', attempts: [{ number: 1 }] });
  });
});

it('two processes send each of many events once', async () => {
  const { sandbox } = service;
  await subscribe(sandbox, receiver, ['customer.created']);
  for (let i = 0; i < 12; i++) await createCustomer(sandbox, `many-${i}`);
  const at = soon();
  await Promise.all([deliverAt(service, at), deliverAt(service, at)]);
  expect(receiver.received.length).toBe(12);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(12);
});

it('what is rejected has not happened', async () => {
  const { sandbox } = service;
  const ofNobody = async () =>
    (await sandbox.must.get('/ext/v1/webhooks/events?resource_id=nobody')).data.length;
  const account = { id: 'nobody', name: 'Nobody', invoiceCurrency: 'XXX' };
  const sent = { id: 'nobody', name: 'Nobody', primaryEmail: 'a@b.c', address: {}, account };
  expect((await sandbox.post('/customers', sent)).status).toBe(400);
  expect(await ofNobody()).toBe(0);
});
