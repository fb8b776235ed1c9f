import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
let id = '';
const patch = (sent: unknown) => service.sandbox.patch(`/ext/v1/webhooks/${id}`, sent);
beforeAll(async () => {
  const sent = { url: 'https://a.example/', types: ['*'], description: 'First' };
  id = (await service.sandbox.must.post('/ext/v1/webhooks', sent)).id;
});

describe('PATCH /ext/v1/webhooks/{webhook_id}', () => {
  it('200, absent members stay, null clears the description', async () => {
    expect((await patch({ url: 'https://b.example/' })).body).toMatchObject({
      ...{ url: 'https://b.example/', types: ['*'], description: 'First' },
    });
    expect((await patch({ description: null, types: ['invoice.due'] })).body).not.toHaveProperty(
      'description',
    );
  });

  it('200 disables and enables', async () => {
    expect((await patch({ status: 'DISABLED' })).body).toMatchObject({ disabledReason: 'CALLER' });
    expect((await patch({ status: 'DISABLED' })).status).toBe(200);
    const { body } = await patch({ status: 'ACTIVE' });
    expect([body.status, body.disabledReason]).toEqual(['ACTIVE', undefined]);
  });

  it.each([
    [{}, 200],
    [{ url: 'https://user:pw@b.example/' }, 400],
    [{ url: null }, 400],
    [{ types: [] }, 400],
    [{ status: null }, 400],
    [{ secret: 'x' }, 400],
    [{ id: 'x' }, 400],
    [[], 400],
  ])('%j: %i', async (sent, expected) => {
    expect((await patch(sent)).status).toBe(expected);
  });

  it('404 for an unknown one', async () => {
    expect((await service.production.patch(`/ext/v1/webhooks/${id}`, {})).status).toBe(404);
  });
});
