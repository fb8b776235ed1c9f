import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';
import {
  createCustomer,
  deliverAt,
  LOCAL_TARGETS,
  soon,
  subscribe,
  useReceiver,
} from '#test/webhook-receiver.ts';

const service = useService(LOCAL_TARGETS);
const receiver = useReceiver();
let id = '';
const WINDOW = { from: '2030-01-01T00:00:00Z', until: '2030-01-03T00:00:00Z' };
const replay = (sent: unknown) => service.sandbox.post(`/ext/v1/webhooks/${id}/replay`, sent);

describe('POST /ext/v1/webhooks/{webhook_id}/replay', () => {
  beforeAll(async () => {
    const { sandbox } = service;
    await sandbox.setClock('2030-01-01T00:00:00Z');
    await createCustomer(sandbox, 'before');
    id = (await subscribe(sandbox, receiver, ['customer.*'])).id;
    await sandbox.setClock('2030-01-02T00:00:00Z');
    await createCustomer(sandbox, 'after');
    await deliverAt(service, soon());
  });

  it('200 sends what was delivered again, and what nobody subscribed to as id and type', async () => {
    expect((await replay(WINDOW)).body).toEqual({ count: 2 });
    await deliverAt(service, soon());
    const objects = receiver.received.map(({ body }) => JSON.parse(body).data);
    expect(objects).toHaveLength(2);
    expect(objects).toContainEqual({
      ...{ object: { id: 'before', type: 'customer' } },
      sequence: 1,
      truncated: true,
    });
    expect(objects).toContainEqual({ object: expect.objectContaining({ name: 'Acme' }), sequence: 1 });
  });

  it('200 of a part of the window, and of types that it subscribes to only', async () => {
    expect((await replay({ ...WINDOW, from: '2030-01-02T00:00:00Z' })).body).toEqual({ count: 1 });
    expect((await replay({ ...WINDOW, until: '2030-01-02T00:00:00Z' })).body).toEqual({ count: 1 });
    await service.sandbox.must.patch(`/ext/v1/webhooks/${id}`, { types: ['invoice.*'] });
    expect((await replay(WINDOW)).body).toEqual({ count: 0 });
  });

  it.each([
    [{ ...WINDOW, until: WINDOW.from }, 'until: must be after from and at most 30 days later'],
    [{ ...WINDOW, until: '2030-01-31T00:00:00.001Z' }, 'until: must be after from and at most 30 days later'],
    [{ from: WINDOW.from }, 'until: is required'],
    [{ ...WINDOW, from: 'today' }, 'from: '],
    [{ ...WINDOW, types: [] }, 'types: '],
    [{ from: '9999-01-01T00:00:00Z', until: '9999-01-02T00:00:00Z', afterEventId: '' }, 'afterEventId: '],
  ])('400 for %j', async (sent, message) => {
    const { status, body } = await replay(sent);
    expect(status).toBe(400);
    expect(body.message).toContain(message.split(':')[0]);
  });

  it('400 while it is disabled, 404 for an unknown one', async () => {
    await service.sandbox.must.patch(`/ext/v1/webhooks/${id}`, { status: 'DISABLED' });
    expect((await replay(WINDOW)).status).toBe(400);
    expect((await service.production.post(`/ext/v1/webhooks/${id}/replay`, WINDOW)).status).toBe(404);
  });
});
