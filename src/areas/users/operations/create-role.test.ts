import { describe, expect, it } from 'vitest';
import { addPerson } from '#test/people.ts';
import { client, useService } from '#test/running-app.ts';

const service = useService();
const create = (name: string, scopes: string[], by = service.production) =>
  by.post('/ext/v1/roles', { name, scopes });

describe('POST /ext/v1/roles', () => {
  it('201 and members with it may do what it says', async () => {
    const { status, body } = await create('Catalog', ['catalog:read', 'catalog:write']);
    expect([status, body.isCustom, body.name]).toEqual([201, true, 'Catalog']);
    const { production } = await addPerson(service, { customRoleId: body.id });
    expect((await production.post('/addons', { name: 'x', type: 'LICENSE' })).status).toBe(200);
    expect((await production.get('/invoices')).status).toBe(403);
  });

  it('403 for a scope that the caller does not hold', async () => {
    const { secret } = await service.production.must.post('/ext/v1/api_keys', {
      ...{ name: 'x', scopes: ['org:write'] },
    });
    const { headers } = await create('Wide', ['payments:write'], client(service.app, '', secret));
    expect(headers['error-code']).toBe('ROLE_SCOPE_NOT_HELD');
  });

  it('409 for a name that is taken, of two at the same time', async () => {
    const replies = await Promise.all([create('Twin', ['org:read']), create('Twin', ['org:read'])]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('400 without a scope and with one that nobody has', async () => {
    expect((await create('None', [])).status).toBe(400);
    expect((await create('Odd', ['moon:write'])).status).toBe(400);
  });
});
