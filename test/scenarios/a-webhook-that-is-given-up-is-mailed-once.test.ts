import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';
import {
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

const mailsOf = async (webhookId: string) => {
  const { data } = await service.sandbox.must.get('/ext/v1/mails');
  return (data as { id: string; subject: string }[]).filter(({ subject }) => subject.includes(webhookId));
};
const emailIs = (primaryEmail: string) =>
  service.sandbox.must.patch('/ext/v1/organization', { primaryEmail });

/** A webhook with so many test events on their way. */
async function sendTo(count: number): Promise<string> {
  const { id } = await subscribe(service.sandbox, receiver, ['webhook.test']);
  for (let i = 0; i < count; i++) await service.sandbox.must.post(`/ext/v1/webhooks/${id}/test`);
  return id;
}

describe('the organization is notified', () => {
  it('of a receiver that responds with 410, with what can be done and without the path', async () => {
    await emailIs('desk@seller.example');
    receiver.respond = (response) => respondWith(response, 410);
    const id = await sendTo(1);
    await deliverAt(service, soon());
    const [mail, ...others] = await mailsOf(id);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      ...{ status: 'PENDING', to: ['desk@seller.example'], cc: [] },
      subject: `[Sandbox] Webhook disabled: ${id} to ${receiver.url}`,
    });
    const { text, html } = await service.sandbox.must.get(`/ext/v1/mails/${mail?.id}`);
    for (const body of [text, html]) {
      expect(body).toContain('responded with 410');
      expect(body).toContain('set the status of the webhook to ACTIVE');
      expect(body).not.toContain('/hook');
    }
  });

  it('of one that has only failed for five days, and again when it is given up again', async () => {
    receiver.respond = (response) => respondWith(response, 500);
    const id = await sendTo(1);
    const first = soon();
    await deliverAt(service, first);
    await service.sandbox.must.post(`/ext/v1/webhooks/${id}/test`);
    await deliverAt(service, first.add({ hours: 119 }));
    expect(await mailsOf(id)).toEqual([]);
    await deliverAt(service, first.add({ hours: 121 }));
    expect(await mailsOf(id)).toHaveLength(1);
    const { text } = await service.sandbox.must.get(`/ext/v1/mails/${(await mailsOf(id))[0]?.id}`);
    expect(text).toContain('No event could be delivered to it for five days');
    await service.sandbox.must.patch(`/ext/v1/webhooks/${id}`, { status: 'ACTIVE' });
    receiver.respond = (response) => respondWith(response, 410);
    await deliverAt(service, first.add({ hours: 200 }));
    expect(await mailsOf(id)).toHaveLength(2);
  });

  it('once of one whose attempts end together in several processes', async () => {
    const waiting: (() => void)[] = [];
    receiver.respond = (response) => {
      waiting.push(() => respondWith(response, 410));
      // The answers go out together, when all of them are awaited.
      if (waiting.length === 4) for (const say of waiting) say();
    };
    const id = await sendTo(4);
    const at = soon();
    const processes = [delivererAt(service, () => at), delivererAt(service, () => at)];
    for (const org of await listOrgs(service)) for (const each of processes) each.wake(org);
    await Promise.all(processes.map((each) => each.idle()));
    await Promise.all(processes.map((each) => each.stop()));
    expect(receiver.received).toHaveLength(4);
    expect(await mailsOf(id)).toHaveLength(1);
  });

  it('not of one that a caller disables', async () => {
    const id = await sendTo(0);
    await service.sandbox.must.patch(`/ext/v1/webhooks/${id}`, { status: 'DISABLED' });
    expect(await mailsOf(id)).toEqual([]);
  });

  it('by a mail that FAILED where it has no address, so that an operator sees it', async () => {
    await emailIs('');
    receiver.respond = (response) => respondWith(response, 410);
    const id = await sendTo(1);
    await deliverAt(service, soon());
    expect(await mailsOf(id)).toMatchObject([{ status: 'FAILED', to: [] }]);
  });
});
