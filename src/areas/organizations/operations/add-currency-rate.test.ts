import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const add = (currency: string, body: unknown) =>
  service.production.post(`/ext/v1/organization/currencies/${currency}/rates`, body);
const enable = (currency: string) =>
  service.production.must.post('/ext/v1/organization/currencies', { currency, rate: 1 });

describe('POST /ext/v1/organization/currencies/{currency}/rates', () => {
  it('201 and the rates by their days, to the last digit', async () => {
    await enable('EUR');
    await add('EUR', { rate: 1.3, effectiveFrom: '2030-02-01' });
    const { status, text } = await add('EUR', '{"rate":1.100000000000000001,"effectiveFrom":"2030-01-01"}');
    expect(status).toBe(201);
    expect(text).toContain(
      '"currencies":[{"currency":"EUR","rate":1,"rates":[' +
        '{"effectiveFrom":"2030-01-01","rate":1.100000000000000001},' +
        '{"effectiveFrom":"2030-02-01","rate":1.3}]}]',
    );
  });

  it('409 for a day that has one, also of those who add it at the same time', async () => {
    await enable('CHF');
    const sent = Array.from({ length: 4 }, () => add('CHF', { rate: 2, effectiveFrom: '2030-01-01' }));
    const replies = await Promise.all(sent);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(replies.find(({ status }) => status === 409)?.body.message).toBe(
      'currency CHF already has a rate from 2030-01-01; send a rate with another effectiveFrom',
    );
  });

  it('404 for a currency that was not added, as the base currency', async () => {
    for (const currency of ['USD', 'NOK'])
      expect((await add(currency, { rate: 1, effectiveFrom: '2030-01-01' })).status).toBe(404);
  });

  it.each([
    [{ rate: 0, effectiveFrom: '2030-01-01' }, 'rate: must be greater than 0'],
    [{ rate: 1, effectiveFrom: '2030-02-30' }, /^effectiveFrom: /],
    [{ rate: 1 }, 'effectiveFrom: is required'],
  ])('400 for %j', async (body, message) => {
    const reply = await add('EUR', body);
    expect([reply.status, reply.body.message]).toEqual([
      400,
      typeof message === 'string' ? message : expect.stringMatching(message),
    ]);
  });
});
