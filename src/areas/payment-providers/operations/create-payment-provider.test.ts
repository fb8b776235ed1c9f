import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const URL = 'https://pay.example.com/tallymark';
const post = (body: object, client = service.sandbox) => client.post('/ext/v1/payment_providers', body);

describe('POST /ext/v1/payment_providers', () => {
  it('201 with a secret; the first is the default and what the old path shows', async () => {
    const first = await post({ kind: 'CONNECTOR', name: 'Acme Pay', url: URL });
    expect([first.status, first.body]).toMatchObject([
      201,
      { kind: 'CONNECTOR', name: 'Acme Pay', url: URL, isDefault: true, countries: [] },
    ]);
    expect(first.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await service.sandbox.must.get('/ext/v1/payment_provider')).toMatchObject({ name: 'Acme Pay' });
    const { status, body } = await post({ kind: 'OFFLINE', countries: ['de', 'AT'] });
    expect([status, body]).toMatchObject([201, { isDefault: false, countries: ['AT', 'DE'] }]);
    expect([body.name, body.secret === first.body.secret]).toEqual([body.id, false]);
  });

  it('201 for one that is the default from then on', async () => {
    const { body } = await post({ kind: 'SIMULATED', name: 'New', isDefault: true });
    expect(body.isDefault).toBe(true);
    const { data } = await service.sandbox.must.get('/ext/v1/payment_providers');
    expect(data.map(({ isDefault }: { isDefault: boolean }) => isDefault)).toEqual([true, false, false]);
    expect(await service.sandbox.must.get('/ext/v1/payment_provider')).toMatchObject({ name: 'New' });
  });

  it.each<[object, string, RegExp]>([
    [{ countries: ['AT'] }, 'COUNTRY_SERVED', /^countries: payment provider pprov\.\S+ already serves AT; /],
    [{ countries: ['NO', 'at'] }, 'COUNTRY_SERVED', /^countries: .* already serves AT/],
    [{ name: 'Acme Pay' }, 'PAYMENT_PROVIDER_NAME_TAKEN', /^name: Acme Pay is too similar to the name of/],
    // Its customers would be kept under the same setting.
    [{ name: 'AcmePay!' }, 'PAYMENT_PROVIDER_NAME_TAKEN', /^name: AcmePay! is too similar to the name of/],
  ])('409 for %j', async (body, code, message) => {
    const reply = await post({ kind: 'OFFLINE', ...body });
    expect([reply.status, reply.headers['error-code'], reply.body.message]).toEqual([
      409,
      code,
      expect.stringMatching(message),
    ]);
  });

  it('201 for one of ten that take a country at once', async () => {
    const sent = Array.from({ length: 10 }, (_, i) =>
      post({ kind: 'OFFLINE', name: `Racer ${i}`, countries: ['SE'] }),
    );
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, ...Array(9).fill(409)]);
  });

  it.each<[object, RegExp]>([
    [{ countries: ['XX'] }, /^countries\[0\]: XX is not an ISO 3166-1 alpha-2 country/],
    [{ countries: ['FR', 'ß'] }, /^countries/],
    [{ countries: ['FR', 'fr'] }, /^countries\[1\]: FR is repeated/],
    [{ countries: ['FRA'] }, /^countries/],
    [{ countries: 'FR' }, /^countries/],
    [{ kind: 'CONNECTOR' }, /^url: is required for CONNECTOR/],
    [{ kind: 'STRIPE' }, /^kind/],
    [{ isDefault: 'yes' }, /^isDefault/],
    [{ id: 'mine' }, /id/],
  ])('400 for %j', async (body, message) => {
    const reply = await post({ kind: 'OFFLINE', name: 'Bad', ...body });
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringMatching(message)]);
  });

  it('400 for a first one that is not to be the default, and for a simulated one in production', async () => {
    const { production } = service;
    const first = await post({ kind: 'OFFLINE', isDefault: false }, production);
    expect([first.status, first.headers['error-code']]).toEqual([400, 'PAYMENT_PROVIDER_IS_DEFAULT']);
    expect((await post({ kind: 'SIMULATED' }, production)).status).toBe(400);
    expect((await production.must.get('/ext/v1/payment_providers')).data).toEqual([]);
  });

  it('400 for a 21st', async () => {
    const { production } = service;
    for (let i = 0; i < 20; i++) expect((await post({ kind: 'OFFLINE' }, production)).status).toBe(201);
    const { status, headers } = await post({ kind: 'OFFLINE' }, production);
    expect([status, headers['error-code']]).toEqual([400, 'TOO_MANY_PAYMENT_PROVIDERS']);
  });
});
