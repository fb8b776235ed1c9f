import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { client, useService } from '#test/running-app.ts';

const service = useService();
const create = (body: unknown) => service.production.post('/ext/v1/api_keys', body);

describe('POST /ext/v1/api_keys', () => {
  it('201 and the secret, which works at once', async () => {
    const { status, body } = await create({ name: 'reader', scopes: ['catalog:read'] });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^key\.\w{8}\.\w{7}$/),
      name: 'reader',
      prefix: body.secret.slice(0, 12),
      scopes: ['catalog:read'],
      status: 'ACTIVE',
      parentId: expect.stringMatching(/^key\./),
      createdAt: expect.any(String),
      updatedAt: body.createdAt,
      secret: expect.stringMatching(/^sk_live_[0-9A-Za-z]{43}$/),
    });
    expect((await client(service.app, '', body.secret).get('/addons')).status).toBe(200);
  });

  it('201 with a prefix of its own in the sandbox', async () => {
    const { secret } = await service.sandbox.must.post('/ext/v1/api_keys', {
      name: 'x',
      scopes: ['org:read'],
    });
    expect(secret).toMatch(/^sk_test_/);
  });

  it('201 and the secret itself is stored nowhere', async () => {
    const { body } = await create({ name: 'hidden', scopes: ['org:read'] });
    const database = new pg.Client({ connectionString: service.databaseUrl });
    await database.connect();
    const { rows } = await database.query('select * from api_keys where id = $1', [body.id]);
    await database.end();
    expect(JSON.stringify(rows)).not.toContain(body.secret.slice(12));
    expect(rows[0].secret_hash).toHaveLength(32);
  });

  it('400 for a scope that the caller does not hold', async () => {
    const { secret } = (await create({ name: 'org', scopes: ['org:write'] })).body;
    const narrow = client(service.app, '', secret);
    const { status, headers } = await narrow.post('/ext/v1/api_keys', {
      name: 'x',
      scopes: ['org:write', 'org:read'],
    });
    expect([status, headers['error-code']]).toEqual([400, 'SCOPE_NOT_HELD']);
    expect((await narrow.post('/ext/v1/api_keys', { name: 'x', scopes: ['org:write'] })).status).toBe(201);
  });

  const AREAS = 'customers accounts catalog plans events entitlements invoices credits wallet payments';
  const OTHERS = 'alerts reports files settings jobs portal webhooks approvals requests costs sellers org';
  const reads = (without = '') => `${AREAS} ${OTHERS}`.split(' ').filter((area) => area !== without);
  // By the table of roles in money-platform.md 4.4 and decisions 0148 and 0151.
  it.each([
    ['ADMINISTRATOR', reads(), reads()],
    ['ANALYST', reads('requests'), []],
    [
      'DEVELOPER',
      reads('payments'),
      ['customers', 'accounts', 'events', 'catalog', 'costs', 'settings', 'alerts', 'webhooks'],
    ],
    [
      'PRODUCT_MANAGER',
      reads('requests'),
      ['plans', 'costs', 'invoices', 'credits', 'wallet', 'payments', 'alerts', 'reports', 'jobs'],
    ],
  ])('201 for the role %s, with its scopes', async (role, readable, writable) => {
    const { status, body } = await create({ name: role, role });
    expect([status, body.role]).toEqual([201, role]);
    const expected = [...readable.map((area) => `${area}:read`), ...writable.map((area) => `${area}:write`)];
    expect(body.scopes.toSorted()).toEqual(expected.toSorted());
    const holder = client(service.app, '', body.secret);
    const isAllowed = async (path: string) => (await holder.get(path)).status !== 403;
    expect(await isAllowed('/payments')).toBe(readable.includes('payments'));
    const written = await holder.post('/customers', { id: `of-${role}`.toLowerCase() });
    expect(written.status === 403).toBe(!writable.includes('customers'));
  });

  it('201 for a role that gains a scope: its key gains it too', async () => {
    const { body } = await create({ name: 'grown', role: 'ANALYST' });
    const database = new pg.Client({ connectionString: service.databaseUrl });
    await database.connect();
    await database.query(`update api_keys set scopes = '{org:read}' where id = $1`, [body.id]);
    await database.end();
    expect((await client(service.app, '', body.secret).get('/addons')).status).toBe(200);
    const listed = await service.production.must.get('/ext/v1/api_keys?pageSize=100');
    const found = listed.data.find(({ id }: { id: string }) => id === body.id);
    expect(found).toMatchObject({ role: 'ANALYST', scopes: body.scopes });
  });

  it('400 for a role with a scope that the caller does not hold', async () => {
    const { body } = await create({ name: 'developer', scopes: ['org:write', 'org:read'] });
    const reply = await client(service.app, '', body.secret).post('/ext/v1/api_keys', {
      ...{ name: 'x', role: 'ANALYST' },
    });
    expect([reply.status, reply.headers['error-code']]).toEqual([400, 'SCOPE_NOT_HELD']);
  });

  it('400 for an expiry that has passed, by real time', async () => {
    const { status, body } = await create({
      name: 'x',
      scopes: ['org:read'],
      expiresAt: '2020-01-01T00:00:00Z',
    });
    expect([status, body.message]).toEqual([400, 'expiresAt: must be in the future']);
    await service.sandbox.setClock('2090-01-01T00:00:00Z');
    const later = { name: 'x', scopes: ['org:read'], expiresAt: '2080-01-01T00:00:00Z' };
    expect((await service.sandbox.post('/ext/v1/api_keys', later)).status).toBe(201);
  });

  it.each([
    [{ scopes: ['org:read'] }, 'name: is required'],
    [{ name: 'x' }, 'scopes: send either scopes or a role'],
    [{ name: 'x', scopes: ['org:read'], role: 'ANALYST' }, 'scopes: send either scopes or a role'],
    [
      { name: 'x', role: 'OWNER' },
      'role: must be one of ADMINISTRATOR, ANALYST, DEVELOPER, FINANCE, PRODUCT_MANAGER, SUPPORT',
    ],
    [{ name: 'x', scopes: [] }, 'scopes: must have at least 1 entries'],
    [{ name: 'x', scopes: ['org:read', 'org:read'] }, 'scopes: must not contain an entry twice'],
    [{ name: 'x', scopes: ['org:read'], secret: 'mine' }, 'unknown field secret'],
    [{ name: 'x'.repeat(101), scopes: ['org:read'] }, 'name: must have at most 100 characters'],
  ])('400 for %j', async (body, message) => {
    const reply = await create(body);
    expect([reply.status, reply.body.message]).toEqual([400, message]);
  });

  it('400 for a scope that does not exist', async () => {
    expect((await create({ name: 'x', scopes: ['everything:write'] })).body.message).toMatch(
      /^scopes\[0\]: must be one of customers:read, /,
    );
  });
});
