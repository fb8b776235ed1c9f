import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('DELETE /ext/v1/webhooks/{webhook_id}', () => {
  it('200 once, with its deliveries; events stay in the log', async () => {
    const { sandbox } = service;
    const { id } = await sandbox.must.post('/ext/v1/webhooks', { url: 'https://a.example/', types: ['*'] });
    const { eventId } = await sandbox.must.post(`/ext/v1/webhooks/${id}/test`);
    expect((await service.production.delete(`/ext/v1/webhooks/${id}`)).status).toBe(404);
    expect((await sandbox.delete(`/ext/v1/webhooks/${id}`)).body).toEqual({ success: true });
    expect((await sandbox.delete(`/ext/v1/webhooks/${id}`)).status).toBe(404);
    expect((await sandbox.get(`/ext/v1/webhooks/${id}/deliveries`)).status).toBe(404);
    expect((await sandbox.get(`/ext/v1/webhooks/events/${eventId}`)).status).toBe(200);
  });
});
