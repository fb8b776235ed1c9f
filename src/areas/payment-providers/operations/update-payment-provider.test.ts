import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const URL = 'https://pay.example.com/tallymark';
const put = (id: string, body: object) => service.sandbox.put(`/ext/v1/payment_providers/${id}`, body);
const post = (body: object) => service.sandbox.must.post('/ext/v1/payment_providers', body);
const served = async () => {
  const { data } = await service.sandbox.must.get('/ext/v1/payment_providers');
  return Object.fromEntries(
    data.map((each: { name: string; countries: string[] }) => [each.name, each.countries.join()]),
  );
};
let first: { id: string };
let second: { id: string };

beforeAll(async () => {
  first = await post({ kind: 'OFFLINE', name: 'First' });
  second = await post({ kind: 'OFFLINE', name: 'Second', countries: ['DE', 'AT'] });
});

describe('PUT /ext/v1/payment_providers/{payment_provider_id}', () => {
  it('200 with what changed; countries and name stay where they are not sent', async () => {
    const { status, body } = await put(second.id, { kind: 'CONNECTOR', url: URL });
    expect([status, body]).toMatchObject([
      200,
      { id: second.id, name: 'Second', url: URL, countries: ['AT', 'DE'], isDefault: false },
    ]);
    expect(body.secret).toBeUndefined();
    expect((await put(second.id, { kind: 'OFFLINE', newSecret: true })).body.secret).toMatch(/^whsec_/);
  });

  it('200 for countries that are taken over one after the other', async () => {
    expect((await put(first.id, { kind: 'OFFLINE', countries: ['DE'] })).status).toBe(409);
    await put(second.id, { kind: 'OFFLINE', countries: ['AT'] });
    await put(first.id, { kind: 'OFFLINE', countries: ['DE', 'FR'] });
    expect(await served()).toEqual({ First: 'DE,FR', Second: 'AT' });
    await put(first.id, { kind: 'OFFLINE', countries: [] });
    expect(await served()).toEqual({ First: '', Second: 'AT' });
  });

  it('400 for a default that is to be none; 200 when another one becomes it', async () => {
    const rejected = await put(first.id, { kind: 'OFFLINE', isDefault: false });
    expect([rejected.status, rejected.headers['error-code']]).toEqual([400, 'PAYMENT_PROVIDER_IS_DEFAULT']);
    expect((await put(second.id, { kind: 'OFFLINE', isDefault: true })).body.isDefault).toBe(true);
    const { data } = await service.sandbox.must.get('/ext/v1/payment_providers');
    expect(data.map(({ name, isDefault }: Record<string, unknown>) => [name, isDefault])).toEqual([
      ['Second', true],
      ['First', false],
    ]);
    // The old path changes what is the default.
    await service.sandbox.must.put('/ext/v1/payment_provider', { kind: 'OFFLINE', name: 'Renamed' });
    expect(await served()).toEqual({ First: '', Renamed: 'AT' });
    const taken = await service.sandbox.put('/ext/v1/payment_provider', { kind: 'OFFLINE', name: 'First' });
    expect(taken.headers['error-code']).toBe('PAYMENT_PROVIDER_NAME_TAKEN');
  });

  it('200 of ten that become the default at once, one after the other: there is one', async () => {
    const sent = Array.from({ length: 10 }, (_, i) =>
      put(i % 2 ? first.id : second.id, { kind: 'OFFLINE', isDefault: true }),
    );
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(Array(10).fill(200));
    const { data } = await service.sandbox.must.get('/ext/v1/payment_providers');
    expect(data.filter(({ isDefault }: { isDefault: boolean }) => isDefault)).toHaveLength(1);
  });

  it('400 for a body that is not as described', async () => {
    for (const body of [{}, { kind: 'OFFLINE', url: URL }, { kind: 'OFFLINE', countries: ['XX'] }])
      expect((await put(second.id, body)).status).toBe(400);
  });

  it('404 for one that is not there', async () => {
    expect((await put('pprov.none', { kind: 'OFFLINE' })).status).toBe(404);
  });
});
