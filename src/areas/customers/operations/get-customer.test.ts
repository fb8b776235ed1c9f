import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const ID = `long@customer.${'x'.repeat(241)}`;

beforeAll(async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  const address = {
    line1: ' ',
    line2: 'Floor 2',
    postalCode: '10115',
    state: 'BE',
    country: 'DE',
    phoneNumber: '1',
  };
  await service.sandbox.must.post('/customers', { id: ID, name: 'Long', primaryEmail: 'a@b.c', address });
});

describe('GET /customers/{customer_id}', () => {
  it('200 by its own id of 255 characters and by the platform id', async () => {
    const { status, body } = await service.sandbox.get(`/customers/${ID}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: ID,
      platformCustomerId: expect.stringMatching(/^customer\.\w{8}\.\w{7}$/),
      name: 'Long',
      primaryEmail: 'a@b.c',
      billingAddress: 'Floor 2, 10115, BE, DE',
      address: {
        line1: ' ',
        line2: 'Floor 2',
        postalCode: '10115',
        state: 'BE',
        country: 'DE',
        phoneNumber: '1',
      },
      status: 'ACTIVE',
      createdAt: '2030-01-01T00:00:00.000Z',
      updatedAt: '2030-01-01T00:00:00.000Z',
    });
    expect((await service.sandbox.get(`/customers/${body.platformCustomerId}`)).body).toEqual(body);
  });

  it('404 for an unknown id, and in the other environment', async () => {
    const { status, body } = await service.sandbox.get('/customers/nobody');
    expect([status, body.message]).toEqual([404, 'customer nobody not found']);
    expect((await service.production.get(`/customers/${ID}`)).status).toBe(404);
  });

  it('400 for an id that no customer can have', async () => {
    expect((await service.sandbox.get(`/customers/${'x'.repeat(256)}`)).status).toBe(400);
    expect((await service.sandbox.get('/customers/%00')).status).toBe(400);
  });
});
