import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('GET /ext/v1/webhooks/{webhook_id}', () => {
  it('200 without the secret; 404 in the other environment and for an unknown id', async () => {
    const sent = { url: 'https://hooks.example.com', types: ['*'], status: 'DISABLED', description: 'Ours' };
    const { id, secret } = await service.sandbox.must.post('/ext/v1/webhooks', sent);
    const { status, body, text } = await service.sandbox.get(`/ext/v1/webhooks/${id}`);
    expect([status, body]).toEqual([200, expect.objectContaining({ ...sent, disabledReason: 'CALLER' })]);
    expect(text).not.toContain(secret.slice(6));
    const elsewhere = await service.production.get(`/ext/v1/webhooks/${id}`);
    expect([elsewhere.status, elsewhere.body.message]).toEqual([404, `webhook ${id} not found`]);
    expect((await service.sandbox.get('/ext/v1/webhooks/whep.0')).status).toBe(404);
    expect((await service.sandbox.get(`/ext/v1/webhooks/${'x'.repeat(51)}`)).status).toBe(400);
  });
});
