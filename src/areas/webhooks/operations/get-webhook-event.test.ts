import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';
import { createCustomer, LOCAL_TARGETS, subscribe, useReceiver } from '#test/webhook-receiver.ts';

const service = useService(LOCAL_TARGETS);
const receiver = useReceiver();

describe('GET /ext/v1/webhooks/events/{webhook_event_id}', () => {
  it('200 with the thing as its GET shows it, and what was changed', async () => {
    const { sandbox } = service;
    await subscribe(sandbox, receiver, ['customer.updated']);
    await createCustomer(sandbox, 'acme');
    await sandbox.must.patch('/customers/acme', { name: 'Renamed' });
    const { data } = await sandbox.must.get('/ext/v1/webhooks/events?type=customer.updated');
    const { status, body } = await sandbox.get(`/ext/v1/webhooks/events/${data[0].id}`);
    expect([status, body]).toEqual([
      200,
      {
        ...data[0],
        data: {
          object: await sandbox.must.get('/customers/acme'),
          ...{ previous: { name: 'Acme' }, sequence: 2 },
        },
      },
    ]);
    expect((await service.production.get(`/ext/v1/webhooks/events/${data[0].id}`)).status).toBe(404);
    expect((await sandbox.get('/ext/v1/webhooks/events/evt.1')).body.message).toBe(
      'webhook event evt.1 not found',
    );
  });
});
