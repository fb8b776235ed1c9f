import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const add = (body: unknown) => service.production.post('/ext/v1/organization/currencies', body);

describe('POST /ext/v1/organization/currencies', () => {
  it('201 and the currencies in order, with rates to the last digit', async () => {
    await add('{"currency":"SEK","rate":0.094300000000000001}');
    const { status, text } = await add('{"currency":"EUR","rate":12345678901234567890.1}');
    expect(status).toBe(201);
    expect(text).toContain(
      '"currencies":[{"currency":"EUR","rate":12345678901234567890.1},' +
        '{"currency":"SEK","rate":0.094300000000000001}]',
    );
  });

  it('409 for one that was added, and for the base currency', async () => {
    await add({ currency: 'JPY', rate: 1 });
    for (const currency of ['JPY', 'USD']) {
      const { status, body } = await add({ currency, rate: 2 });
      expect([status, body]).toEqual([409, { message: `currency ${currency} already exists` }]);
    }
  });

  it('409 for all but one of those who add it at the same time', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => add({ currency: 'CHF', rate: 1 })));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  it.each([
    ['{"currency":"XXQ","rate":1}', 'currency: XXQ is not an ISO 4217 currency'],
    ['{"currency":"eur","rate":1}', 'currency: must be an ISO 4217 code such as EUR'],
    ['{"currency":"NOK","rate":0}', 'rate: must be greater than 0'],
    ['{"currency":"NOK","rate":-0}', 'rate: must be greater than 0'],
    ['{"currency":"NOK","rate":-1}', 'rate: must be greater than 0'],
    ['{"currency":"NOK","rate":"1"}', 'rate: must be a number'],
    ['{"currency":"NOK","rate":1e-19}', 'rate: must have at most 18 decimal places'],
    [`{"currency":"NOK","rate":${'9'.repeat(39)}}`, 'rate: must have at most 38 significant digits'],
    ['{"currency":"NOK"}', 'rate: is required'],
  ])('400 for %s', async (body, message) => {
    const reply = await add(body);
    expect([reply.status, reply.body]).toEqual([400, { message }]);
  });

  it('400 for a rate that has more digits before the point than the table holds', async () => {
    const { status, body } = await add(`{"currency":"NOK","rate":${'9'.repeat(21)}}`);
    expect(status).toBe(400);
    expect(body.message).toMatch(/^rate: must be at most 9{20}$/);
    expect((await add(`{"currency":"NOK","rate":${'9'.repeat(20)}}`)).status).toBe(201);
  });
});
