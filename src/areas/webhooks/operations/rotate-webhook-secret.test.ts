import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';
import { deliverAt, LOCAL_TARGETS, soon, subscribe, useReceiver } from '#test/webhook-receiver.ts';

const service = useService(LOCAL_TARGETS);
const receiver = useReceiver();

describe('POST /ext/v1/webhooks/{webhook_id}/rotate_secret', () => {
  it('200, and both sign for 24 hours', async () => {
    const { sandbox } = service;
    const { id, secret: first } = await subscribe(sandbox, receiver, ['customer.created']);
    const { secret: second } = await sandbox.must.post(`/ext/v1/webhooks/${id}/rotate_secret`);
    expect(second).not.toBe(first);
    const signaturesAt = async (at: Temporal.Instant) => {
      receiver.received.length = 0;
      await sandbox.must.post(`/ext/v1/webhooks/${id}/test`);
      await deliverAt(service, at);
      const [request] = receiver.received;
      if (!request) throw new Error('nothing was received');
      const { headers, body } = request;
      const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
      const sign = (secret: string) =>
        `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
          .update(content)
          .digest('base64')}`;
      return [headers['webhook-signature'], sign(first), sign(second)];
    };
    const [both, byFirst, bySecond] = await signaturesAt(soon().add({ hours: 23 }));
    expect(both).toBe(`${bySecond} ${byFirst}`);
    const [later, , alone] = await signaturesAt(soon().add({ hours: 24 }));
    expect(later).toBe(alone);
  });

  it('400 for the sixth at one time, 404 for an unknown one', async () => {
    const { id } = await subscribe(service.sandbox, receiver, ['*']);
    const rotate = () => service.sandbox.post(`/ext/v1/webhooks/${id}/rotate_secret`);
    for (let i = 0; i < 4; i++) expect((await rotate()).status).toBe(200);
    expect((await rotate()).body.message).toMatch(/^5 secrets are valid, the maximum/);
    expect((await service.production.post(`/ext/v1/webhooks/${id}/rotate_secret`)).status).toBe(404);
  });
});
