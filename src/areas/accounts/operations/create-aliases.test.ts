import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const create = (...values: unknown[]) =>
  service.production.post('/aliases', { aliases: values.map((value) => ({ value })) });

beforeAll(async () => {
  const account = { id: 'Acme', name: 'Acme', aliases: ['bound'] };
  const customer = { id: 'acme', name: 'Acme', primaryEmail: 'a@b.c', address: {}, account };
  await service.production.must.post('/customers', customer);
});

describe('POST /aliases', () => {
  it('201 and the reserved values in lower case, each once', async () => {
    const { status, body } = await create('One', ' two ', 'ONE');
    expect(status).toBe(201);
    const createdAt = expect.stringMatching(/Z$/);
    expect(body).toEqual({
      data: [
        { value: 'one', createdAt },
        { value: 'two', createdAt },
      ],
      nextToken: null,
    });
  });

  it.each([
    //  values                     code
    [['fresh-1', 'ACME'], 'ALIAS_IS_ACCOUNT_ID'],
    [['fresh-2', 'Bound'], 'ALIAS_EXISTS'],
    [['fresh-3', 'one'], 'ALIAS_EXISTS'],
  ])('409 and nothing reserved for %j', async (values, code) => {
    const { status, headers } = await create(...values);
    expect([status, headers['error-code']]).toEqual([409, code]);
    expect((await service.production.get(`/aliases/${values[0]}`)).status).toBe(404);
  });

  it.each([
    [['v'.repeat(255)], 201],
    [['v'.repeat(256)], 400],
    [['x'], 201],
    [[''], 400],
    [['  '], 400],
    [[null], 400],
    [['a\nb'], 400],
    [[], 400],
    [Array.from({ length: 100 }, (_, i) => `hundred-${i}`), 201],
    [Array.from({ length: 101 }, (_, i) => `more-${i}`), 400],
  ])('%j', async (values, expected) => {
    expect((await create(...values)).status).toBe(expected);
  });

  it('one of two succeeds: a reservation and an account of that id', async () => {
    for (let i = 0; i < 8; i++) {
      const account = { id: `Race-${i}`, name: 'Acme', customerId: 'acme' };
      const responses = await Promise.all([
        create(`race-${i}`),
        service.production.post('/accounts', account),
      ]);
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
    }
  });
});
