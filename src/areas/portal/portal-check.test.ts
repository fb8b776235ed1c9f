import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { addContact, claimsOf, enterPortal, forgetting, withPortalToken } from '#test/portal.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let caller: Client;
let portal: Client;

beforeAll(async () => {
  caller = (await service.createOrganization('stopped')).sandbox;
  const customer = { id: 'acme', name: 'Acme', primaryEmail: 'c@x.y', address: {} };
  await caller.must.post('/customers', customer);
  await addContact(caller, {
    customer: 'acme',
    email: 'a@x.y',
    access: { allAccounts: true, mode: 'WRITE' },
  });
  portal = await enterPortal(service, { caller, organization: 'stopped', email: 'a@x.y' });
});

async function change(text: string, values: unknown[] = []): Promise<void> {
  const admin = new pg.Client({ connectionString: service.databaseUrl });
  await admin.connect();
  await admin.query(text, values);
  await admin.end();
  await forgetting();
}

describe('a portal token of an organization that the operator stopped', () => {
  it.each([
    // status      reading  writing
    ['SUSPENDED', 200, 403],
    ['CLOSED', 401, 401],
    ['ACTIVE', 200, 200],
  ])('%s: reading is %i, writing is %i', async (status, reading, writing) => {
    await change("update organizations set status = $1 where id = 'stopped'", [status]);
    expect((await portal.get('/accounts/acme')).status).toBe(reading);
    expect((await portal.patch('/accounts/acme', { primaryEmail: 'p@x.y' })).status).toBe(writing);
  });
});

describe('401', () => {
  it('for a token that is signed and has no row', async () => {
    await change('delete from portal_tokens where jti = $1', [claimsOf(portal.key).jti]);
    expect((await portal.get('/accounts')).status).toBe(401);
  });

  it('for a token whose key has expired', async () => {
    const requested = { caller, organization: 'stopped', email: 'a@x.y' };
    const late = await enterPortal(service, requested);
    expect((await late.get('/accounts')).status).toBe(200);
    const expire = `update api_keys set expires_at = now()
      where id = (select api_key_id from portal_tokens where jti = $1)`;
    await change(expire, [claimsOf(late.key).jti]);
    expect((await late.get('/accounts')).status).toBe(401);
  });

  it('for an access token that says it is for portals, and the other way round', async () => {
    const { token } = await service.sandbox.must.post('/authenticate');
    const [head = '', body = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
    const asPortal = Buffer.from(JSON.stringify({ ...claims, aud: 'portal' })).toString('base64url');
    const altered = withPortalToken(service, `${head}.${asPortal}.${signature}`);
    expect((await altered.get('/accounts')).status).toBe(401);
    for (const broken of ['eyJ', 'eyJ.eyJ.x', `${head}.e30.${signature}`, `${head}.bnVsbA.${signature}`])
      expect((await withPortalToken(service, broken).get('/accounts')).status).toBe(401);
  });
});
