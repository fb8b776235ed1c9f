import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applicationRole } from '#platform/db/application-role.ts';
import { createTestDatabase, type TestDatabase } from '#test/postgres.ts';

let made: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  made = await createTestDatabase();
  client = new pg.Client({ connectionString: made.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await made.drop();
});

const names = async (text: string): Promise<string[]> =>
  (await client.query<{ name: string }>(text)).rows.map(({ name }) => name);
const TABLES = `select c.oid, c.relname::text as name, c.relrowsecurity, c.relforcerowsecurity from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id')`;

/** Looked up for each row, or once a statement where rows are many. */
const OF_THE_ORGANIZATION =
  "array['%org_id = current_org()%', '%org_id = ( SELECT current_org() AS current_org)%']";

describe('every table with rows of organizations', () => {
  it('is one of the tables that are looked at', async () => {
    const found = await names(`select name from (${TABLES}) t order by name`);
    expect(found).toEqual(
      expect.arrayContaining(['accounts', 'events', 'invoices', 'organizations', 'usage']),
    );
  });

  it('has row-level security on, forced, and a policy of the organization', async () => {
    expect(
      await names(`select name from (${TABLES}) t where not relrowsecurity or not relforcerowsecurity`),
    ).toEqual([]);
    expect(
      await names(`select name from (${TABLES}) t where not exists (
        select from pg_policy p where p.polrelid = t.oid
          and p.polname = 'organization_wall' and p.polcmd = '*'
          and pg_get_expr(p.polqual, p.polrelid) like any (${OF_THE_ORGANIZATION})
          and pg_get_expr(p.polwithcheck, p.polrelid) like any (${OF_THE_ORGANIZATION}))`),
    ).toEqual([]);
  });

  it('has no other policy, but for those that let a request or a person begin', async () => {
    const others = await names(`
      select t.name || ': ' || p.polname || ' ' || pg_get_expr(p.polqual, p.polrelid) as name
      from (${TABLES}) t join pg_policy p on p.polrelid = t.oid
      where (p.polname <> 'organization_wall'
          or pg_get_expr(p.polqual, p.polrelid)
            not in ('(org_id = current_org())', '(org_id = ( SELECT current_org() AS current_org))'))
        -- A further wall can only take rows away.
        and not (p.polname in ('portal_wall', 'kept_rows') and not p.polpermissive)`);
    expect(others.sort()).toEqual([
      expect.stringMatching(/^api_keys: credential_lookup .*secret_hash.*app\.credential/),
      // Of a person who acts: its own rows, in whatever organization.
      expect.stringMatching(/^custom_roles: own_roles [\s\S]*current_person\(\)/),
      // Before anybody is known: a domain leads to providers, and a state to its login.
      expect.stringMatching(/^identity_provider_domains: domain_lookup .*sha256.*domain.*app\.credential/),
      expect.stringMatching(/^identity_providers: own_providers [\s\S]*current_person\(\)/),
      expect.stringMatching(/^memberships: own_memberships .*user_id = .*current_person\(\)/),
      expect.stringMatching(/^oidc_logins: state_lookup .*state_hash = .*app\.credential/),
      expect.stringMatching(/^organizations: organization_wall .*app\.directory/),
      expect.stringMatching(/^sessions: credential_lookup .*app\.credential.*secret_hash.*previous_hash/),
      expect.stringMatching(/^sessions: own_sessions .*user_id = .*current_person\(\)/),
      expect.stringMatching(/^sessions: own_sessions_end .*user_id = .*current_person\(\)/),
      // Of a preflight, which has no credential.
      expect.stringMatching(/^settings: allowed_origins .*app\.directory.*CORS_ALLOWED_ORIGINS/),
    ]);
  });

  it('is keyed by the organization first: primary key, unique indexes and foreign keys', async () => {
    expect(
      await names(`
        select t.name || ' ' || i.indexrelid::regclass as name
        from (${TABLES}) t join pg_index i on i.indrelid = t.oid
        join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
        where (i.indisprimary or i.indisunique) and a.attname <> 'org_id' order by 1`),
    ).toEqual([
      'api_keys api_keys_secret_hash', // before the organization is known
      'organizations organizations_id_environment_key',
      'sessions sessions_secret_hash', // before the organization is known
    ]);
    expect(
      await names(`
        select k.conname::text as name from (${TABLES}) t join pg_constraint k on k.conrelid = t.oid
        join pg_attribute a on a.attrelid = t.oid and a.attnum = k.conkey[1]
        where k.contype = 'f' and a.attname <> 'org_id'`),
      // A person belongs to the deployment.
    ).toEqual(['memberships_user_id_fkey']);
    expect(
      await names(`select name from (${TABLES}) t where not exists (
        select from pg_index i where i.indrelid = t.oid and i.indisprimary)`),
    ).toEqual([]);
  });
});

describe('the role of the service', () => {
  it('owns nothing, and has rights on tables of organizations only', async () => {
    expect(
      await names(
        `select relname::text as name from pg_class where pg_get_userbyid(relowner) = '${applicationRole}'`,
      ),
    ).toEqual([]);
    expect(
      await names(`
        select distinct table_name::text as name from information_schema.role_table_grants
        where grantee = '${applicationRole}' and table_name not in (select name from (${TABLES}) t)
        order by 1`),
      // When partitions were opened, who tries to log in, by hashes; and views that ask with the rights of
      // whoever reads them.
    ).toEqual([
      ...[
        'added_usage',
        'event_partitions',
        'metered_usage',
        'passkey_challenges',
        'portal_attempts',
        'usage_cycles',
        'usage_hours',
        // Of the deployment, with walls of their own.
        ...['user_passkeys', 'user_password_tokens', 'user_recovery_codes', 'user_totp', 'users'],
      ],
    ]);
    const { rows } = await client.query(
      `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin
       from pg_roles where rolname = $1`,
      [applicationRole],
    );
    expect(Object.values(rows[0])).toEqual([false, false, false, false, false]);
  });

  it('cannot remove an organization nor read the secrets of the deployment', async () => {
    for (const statement of ['delete from organizations', 'select * from deployment_secrets']) {
      await client.query(`begin; set local role ${applicationRole}`);
      await expect(client.query(statement)).rejects.toThrow(/permission denied/);
      await client.query('rollback');
    }
  });
});

describe('every table with rows of people', () => {
  const PEOPLE = `(select unnest(array['users', 'user_password_tokens', 'user_totp', 'user_recovery_codes',
    'user_passkeys', 'passkey_challenges'])::regclass)`;

  it('has row-level security on, forced, and a policy of the person', async () => {
    expect(
      await names(`select relname::text as name from pg_class
        where oid in ${PEOPLE} and (not relrowsecurity or not relforcerowsecurity)`),
    ).toEqual([]);
    expect(
      await names(`select polrelid::regclass || ': ' || polname || ' ' || polcmd::text || ' '
          || pg_get_expr(polqual, polrelid) as name
        from pg_policy where polrelid in ${PEOPLE} and polpermissive order by 1`),
    ).toEqual([
      expect.stringMatching(/^passkey_challenges: credential_wall \* \(challenge_hash = .*app\.credential/),
      'passkey_challenges: over_deleted d (expires_at < now())',
      'passkey_challenges: over_seen r (expires_at < now())',
      expect.stringMatching(/^user_passkeys: person_wall \* \(user_id = .*current_person\(\)/),
      expect.stringMatching(/^user_password_tokens: person_wall \* \(user_id = .*current_person\(\)/),
      expect.stringMatching(/^user_recovery_codes: person_wall \* \(user_id = .*current_person\(\)/),
      expect.stringMatching(/^user_totp: person_wall \* \(user_id = .*current_person\(\)/),
      expect.stringMatching(/^users: colleagues r [\s\S]*memberships[\s\S]*current_org\(\)[\s\S]*users\.id/),
      expect.stringMatching(/^users: email_lookup r .*sha256.*email.*app\.credential/),
      expect.stringMatching(/^users: person_wall \* \(id = .*current_person\(\)/),
    ]);
  });

  it('shows nothing to a transaction that acts for nobody', async () => {
    await client.query(`insert into users values ('usr.1', 'a@b.example', 'Ann', null, now(), now())`);
    const seen = async (settings: string) => {
      await client.query(`begin; set local role ${applicationRole}; ${settings}`);
      const { rows } = await client.query('select id from users');
      await client.query('rollback');
      return rows.length;
    };
    expect(await seen('')).toBe(0);
    expect(await seen("set local app.directory = 'on'; set local app.org_id = '1'")).toBe(0);
    expect(await seen("set local app.user_id = 'usr.2'")).toBe(0);
    expect(await seen("set local app.user_id = 'usr.1'")).toBe(1);
    const hash = createHash('sha256').update('a@b.example').digest('hex');
    expect(await seen(`set local app.credential = '${hash}'`)).toBe(1);
    expect(await seen(`set local app.credential = '${hash.replace(/^./, 'g')}'`)).toBe(0);
    await client.query('delete from users');
  });
});
