import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';
import { deliverAt, LOCAL_TARGETS, soon, subscribe, useReceiver } from '#test/webhook-receiver.ts';

const service = useService(LOCAL_TARGETS);
const receiver = useReceiver();

describe('POST /ext/v1/webhooks/{webhook_id}/test', () => {
  it('200, sent to this webhook only', async () => {
    const { sandbox } = service;
    await subscribe(sandbox, receiver, ['*']);
    const { id } = await subscribe(sandbox, receiver, ['invoice.due']);
    const { status, body } = await sandbox.post(`/ext/v1/webhooks/${id}/test`);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ eventType: 'webhook.test', webhookId: id, status: 'PENDING', attempts: [] }),
    ]);
    await deliverAt(service, soon());
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([body.eventId]);
    expect(JSON.parse(receiver.received[0]?.body ?? '').data.object).toEqual({ id, message: 'It works.' });
  });

  it('400 while it is disabled, 404 for an unknown one', async () => {
    const { id } = await subscribe(service.sandbox, receiver, ['*']);
    await service.sandbox.must.patch(`/ext/v1/webhooks/${id}`, { status: 'DISABLED' });
    const { status, body } = await service.sandbox.post(`/ext/v1/webhooks/${id}/test`);
    expect([status, body.message]).toEqual([
      400,
      `webhook ${id} is disabled; set its status to ACTIVE first`,
    ]);
    expect((await service.production.post(`/ext/v1/webhooks/${id}/test`)).status).toBe(404);
  });
});
