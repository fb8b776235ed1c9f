import { describe, expect, it } from 'vitest';
import { asOwner } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('GET /ext/v1/invitations', () => {
  it('200 with those that nobody has accepted, and whether they have expired', async () => {
    for (const [email, role] of [
      ['a@acme.example', 'ANALYST'],
      ['b@acme.example', 'SUPPORT'],
    ] as const)
      await service.production.must.post('/ext/v1/invitations', { email, role });
    await asOwner(service, (owner) =>
      owner.query(`update invitations set expires_at = now() where email = 'a@acme.example'`),
    );
    const { status, body } = await service.production.get('/ext/v1/invitations');
    const shown = body.data.map((each: { email: string; status: string }) => `${each.email} ${each.status}`);
    expect([status, shown]).toEqual([200, ['b@acme.example PENDING', 'a@acme.example EXPIRED']]);
    const { data } = await service.production.must.get('/ext/v1/invitations?role=ANALYST');
    expect(data).toHaveLength(1);
    expect((await service.sandbox.must.get('/ext/v1/invitations')).data).toEqual([]);
  });
});
