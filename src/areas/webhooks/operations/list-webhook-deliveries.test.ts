import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';
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

describe('GET /ext/v1/webhooks/{webhook_id}/deliveries', () => {
  it('200 with heads, status and duration of each attempt, and without the signature', async () => {
    const { sandbox } = service;
    const { id } = await subscribe(sandbox, receiver, ['*']);
    const { eventId } = await sandbox.must.post(`/ext/v1/webhooks/${id}/test`);
    receiver.respond = (response) => respondWith(response, 500, { 'x-reason': 'none' });
    await deliverAt(service, soon());
    const { data } = await sandbox.must.get(`/ext/v1/webhooks/${id}/deliveries?status=RETRYING`);
    expect(data).toEqual([
      {
        ...{ eventId, eventType: 'webhook.test', webhookId: id, status: 'RETRYING' },
        ...{
          nextAttemptAt: expect.any(String),
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        },
        attempts: [
          {
            ...{ number: 1, startedAt: expect.any(String), durationMs: expect.any(Number), status: 500 },
            requestHead: expect.stringContaining(`POST /hook HTTP/1.1\n`),
            responseHead: expect.stringContaining('HTTP/1.1 500\nx-reason: none'),
          },
        ],
      },
    ]);
    expect(data[0].attempts[0].requestHead).toContain('webhook-signature: …');
    expect(data[0].attempts[0].requestHead).not.toContain('v1,');
    expect((await sandbox.must.get(`/ext/v1/webhooks/${id}/deliveries?status=FAILED`)).data).toEqual([]);
    expect(
      (await sandbox.must.get(`/ext/v1/webhooks/${id}/deliveries?event_id=${eventId}`)).data.length,
    ).toBe(1);
    expect((await sandbox.get(`/ext/v1/webhooks/${id}/deliveries?status=LOST`)).status).toBe(400);
    expect((await service.production.get(`/ext/v1/webhooks/${id}/deliveries`)).status).toBe(404);
  });
});
