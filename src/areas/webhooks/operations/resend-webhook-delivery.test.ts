import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';
import { deliverAt, LOCAL_TARGETS, soon, subscribe, useReceiver } from '#test/webhook-receiver.ts';

const service = useService(LOCAL_TARGETS);
const receiver = useReceiver();

describe('POST /ext/v1/webhooks/{webhook_id}/deliveries/{webhook_event_id}/resend', () => {
  it('200 under the same webhook-id; 400 while it is tried, or disabled; 404 for unknown ones', async () => {
    const { sandbox } = service;
    const { id } = await subscribe(sandbox, receiver, ['*']);
    const { eventId } = await sandbox.must.post(`/ext/v1/webhooks/${id}/test`);
    const resend = (event = eventId) => sandbox.post(`/ext/v1/webhooks/${id}/deliveries/${event}/resend`);
    expect((await resend()).body.message).toMatch(/^the delivery is PENDING and Tallymark is still trying/);
    await deliverAt(service, soon());
    const { status, body } = await resend();
    expect([status, body.status, body.attempts.length]).toEqual([200, 'PENDING', 1]);
    await deliverAt(service, soon());
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([eventId, eventId]);
    expect(receiver.received[0]?.body).toBe(receiver.received[1]?.body);
    expect((await resend('evt.unknown')).status).toBe(404);
    await sandbox.must.patch(`/ext/v1/webhooks/${id}`, { status: 'DISABLED' });
    expect((await resend()).body.message).toMatch(/is disabled/);
    const foreign = await service.production.post(`/ext/v1/webhooks/${id}/deliveries/${eventId}/resend`);
    expect([foreign.status, foreign.body.message]).toEqual([404, `webhook ${id} not found`]);
  });
});
