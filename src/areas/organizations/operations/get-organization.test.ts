import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('GET /ext/v1/organization', () => {
  it('200 and the organization of the credential, as it begins', async () => {
    const { status, body } = await service.production.get('/ext/v1/organization');
    expect(status).toBe(200);
    expect(body).toEqual({
      id: 'default',
      environment: 'production',
      name: 'default',
      status: 'ACTIVE',
      timezone: 'UTC',
      baseCurrency: 'USD',
      currencies: [],
      roundingMode: 'HALF_UP',
      address: {},
      primaryEmail: '',
      metadata: {},
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: body.createdAt,
    });
  });

  it('200 and another one in each environment', async () => {
    await service.sandbox.must.patch('/ext/v1/organization', { name: 'Only here' });
    expect((await service.sandbox.must.get('/ext/v1/organization')).name).toBe('Only here');
    expect((await service.production.must.get('/ext/v1/organization')).name).toBe('default');
  });
});
