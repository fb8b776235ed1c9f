import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('DELETE /ext/v1/invitations/{invitation_id}', () => {
  it('200 once, and the person can be invited again', async () => {
    const invite = () =>
      service.production.post('/ext/v1/invitations', { email: 'x@acme.example', role: 'ANALYST' });
    const { id } = (await invite()).body;
    expect((await service.production.delete(`/ext/v1/invitations/${id}`)).status).toBe(200);
    expect((await service.production.delete(`/ext/v1/invitations/${id}`)).body).toEqual({
      message: `invitation ${id} not found`,
    });
    expect((await invite()).status).toBe(201);
  });

  it('404 in the other environment and in another organization', async () => {
    const { production } = await service.createOrganization('foreign');
    const { id } = await production.must.post('/ext/v1/invitations', {
      ...{ email: 'y@acme.example', role: 'ANALYST' },
    });
    for (const client of [service.production, service.sandbox])
      expect((await client.delete(`/ext/v1/invitations/${id}`)).status).toBe(404);
    expect((await production.must.get('/ext/v1/invitations')).data).toHaveLength(1);
  });
});
