import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();

const URL = 'https://hooks.example.com/in';
const create = (sent: unknown) => service.sandbox.post('/ext/v1/webhooks', sent);

describe('POST /ext/v1/webhooks', () => {
  beforeAll(() => service.sandbox.setClock('2030-01-01T00:00:00Z'));

  it('201 with the secret, which is never shown again', async () => {
    const { status, body } = await create({ url: URL, types: ['invoice.*', 'customer.created'] });
    expect([status, body]).toEqual([
      201,
      {
        ...{ id: expect.stringMatching(/^whep\.\w{8}\.\w{7}$/), url: URL, status: 'ACTIVE', format: 'EVENT' },
        ...{ types: ['invoice.*', 'customer.created'], secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/) },
        ...{ createdAt: '2030-01-01T00:00:00.000Z', updatedAt: '2030-01-01T00:00:00.000Z' },
      },
    ]);
    const { secret, ...shown } = body;
    expect((await service.sandbox.get(`/ext/v1/webhooks/${body.id}`)).body).toEqual(shown);
    const key = Buffer.from(secret.slice(6), 'base64');
    expect(key.length).toBe(32);
  });

  it.each([
    [{}, 201],
    [{ types: ['*'] }, 201],
    [{ types: [] }, 400],
    [{ types: ['invoice.due', 'invoice.due'] }, 400],
    [{ types: ['invoice.sent'] }, 400],
    [{ types: ['INVOICE.DUE'] }, 400],
    [{ types: ['invoice.due\u0000'] }, 400],
    [{ types: 'invoice.due' }, 400],
    [{ url: 'http://hooks.example.com/' }, 400],
    [{ url: 'https://127.0.0.1/' }, 400],
    [{ url: `https://a.example/${'x'.repeat(2040)}` }, 400],
    [{ url: null }, 400],
    [{ description: 'line 1\nline 2' }, 201],
    [{ description: null }, 201],
    [{ description: 'x'.repeat(1001) }, 400],
    [{ status: 'DISABLED' }, 201],
    [{ status: 'PAUSED' }, 400],
    [{ secret: 'whsec_mine' }, 400],
  ])('%j: %i', async (change, expected) => {
    const { status, body } = await create({ url: URL, types: ['invoice.due'], ...change });
    expect([status, typeof body.message]).toEqual([expected, expected === 400 ? 'string' : 'undefined']);
  });

  it('400 says what is wrong with a type', async () => {
    const messageOf = async (type: string) => (await create({ url: URL, types: [type] })).body.message;
    expect(await messageOf('invoice')).toMatch(/^types: invoice is not an event type; use a type such as/);
    expect((await create({ url: 'https://localhost/', types: ['*'] })).body.message).toBe(
      'url: must not have a private or special address',
    );
  });

  it('400 over fifty of them', async () => {
    const { production } = service;
    const make = () => production.post('/ext/v1/webhooks', { url: URL, types: ['*'] });
    for (let i = 0; i < 50; i++) expect((await make()).status).toBe(201);
    expect((await make()).body.message).toBe(
      'an organization may have at most 50 webhooks; delete one first',
    );
  });
});
