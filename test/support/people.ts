import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import pg from 'pg';
import type { Environment } from '#platform/http/operation.ts';
import type { Role } from '#platform/http/roles.ts';
import { hashPassword } from '#platform/logins/passwords.ts';
import { type Client, client, type Reply, type Service } from './running-app.ts';

/** People who are members of organizations, for tests that act as them. */

export const PASSWORD = 'seven green herons 71';
/** The cookie that ties the steps of a login to one browser, for those who need to know it. */
export const BROWSER = 'L'.repeat(43);
let hashed: Promise<string> | undefined;

export interface Person {
  id: string;
  email: string;
  name: string;
  sessionId: string;
  /** The value of the cookie. */
  cookie: string;
  /** Calls with the session, in an environment. */
  production: Client;
  sandbox: Client;
}

interface Terms {
  organization?: string;
  /** That of the membership. */
  environment?: Environment;
  role?: Role;
  customRoleId?: string;
  name?: string;
  email?: string;
  /** Of a user who exists already, who becomes a member of one more organization. */
  of?: Pick<Person, 'id' | 'email' | 'name'>;
}

let count = 0;

/** A member with a password and a session, made in the database: no test has to wait for a login. */
export async function addPerson(service: Service, terms: Terms = {}): Promise<Person> {
  const { organization = 'default', environment = 'production', name = 'Ann Example' } = terms;
  const role = terms.customRoleId ? null : (terms.role ?? 'ADMINISTRATOR');
  const number = String(++count).padStart(7, '0');
  const person = terms.of ?? {
    id: `usr.0UXQ9C00.${number}`,
    email: terms.email ?? `person-${count}@acme.example`,
    name,
  };
  const sessionId = `ses.0UXQ9C00.${number}`;
  const cookie = randomBytes(32).toString('base64url');
  hashed ??= hashPassword(PASSWORD);
  const passwordHash = await hashed;
  await asOwner(service, async (owner) => {
    if (!terms.of)
      await owner.query(
        `insert into users (id, email, name, password_hash, created_at, updated_at)
         values ($1, $2, $3, $4, now(), now())`,
        [person.id, person.email, name, passwordHash],
      );
    await owner.query(
      `insert into memberships (org_id, user_id, role, custom_role_id, created_at, updated_at)
       select org_id, $1, $2, $3, now(), now() from organizations where id = $4 and environment = $5`,
      [person.id, role, terms.customRoleId ?? null, organization, environment],
    );
  });
  const made = { ...person, sessionId, cookie, ...clientsOf(service, cookie) };
  await renewSession(service, made, { organization, environment });
  return made;
}

/** Calls with the cookie of a session. */
export function clientsOf(service: Service, cookie: string): { production: Client; sandbox: Client } {
  const key = `tallymark_session=${cookie}`;
  return { production: client(service.app, '', key), sandbox: client(service.app, '/sandbox', key) };
}

/** The session as it was made, whatever became of it. */
export async function renewSession(
  service: Service,
  { id, sessionId, cookie }: Pick<Person, 'id' | 'sessionId' | 'cookie'>,
  of: { organization: string; environment: Environment },
): Promise<void> {
  await asOwner(service, (owner) =>
    owner.query(
      `insert into sessions (org_id, id, user_id, secret_hash, address, browser, created_at, rotated_at,
         last_used_at, expires_at)
       select org_id, $1, $2, $3, '203.0.113.7', 'Browser', now(), now(), now(), now() + interval '7 days'
       from organizations where id = $4 and environment = $5
       on conflict (org_id, id) do update set secret_hash = excluded.secret_hash, previous_hash = null,
         rotated_at = now(), last_used_at = now()`,
      [sessionId, id, createHash('sha256').update(cookie).digest(), of.organization, of.environment],
    ),
  );
}

/** Runs statements past row-level security. */
export async function asOwner<T>(
  { databaseUrl }: Pick<Service, 'databaseUrl'>,
  run: (owner: pg.Client) => Promise<T>,
): Promise<T> {
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  return run(owner).finally(() => owner.end());
}

type Sent = { remoteAddress?: string; headers?: Record<string, string> };

/** A request without a credential, as the pages of the console send it. */
export async function sendAsPage(
  { app }: Service,
  path: string,
  { remoteAddress, headers, ...body }: Sent & Record<string, unknown>,
): Promise<Reply & { cookie: string | null }> {
  const response = await app.server.inject({
    ...{ method: 'POST', url: path },
    headers: { 'content-type': 'application/json', 'tallymark-session': '1', ...headers },
    payload: JSON.stringify(body),
    ...(remoteAddress && { remoteAddress }),
  });
  return {
    status: response.statusCode,
    body: JSON.parse(response.body),
    text: response.body,
    headers: response.headers,
    cookie: cookieIn(response.headers),
  };
}

/** The value of the cookie that a response sets; null if it sets none, empty if it removes it. */
export function cookieIn(headers: Record<string, unknown>): string | null {
  return /^(?:__Host-)?tallymark_session=([^;]*)/.exec(String(headers['set-cookie'] ?? ''))?.[1] ?? null;
}

/** Logs a person in, from an address that nobody has called from. */
export function logInAs(
  service: Service,
  sent: { email: string; password?: string; code?: string; organizationId?: string },
) {
  count++;
  const remoteAddress = `198.18.${(count >> 8) & 255}.${count & 255}`;
  return sendAsPage(service, '/ext/v1/sessions', { password: PASSWORD, remoteAddress, ...sent });
}

/** The code of an authenticator app at this moment, or some periods of 30 seconds later. */
export function codeOf(secret: Buffer | string, periods = 0): string {
  const bytes = typeof secret === 'string' ? Secret.fromBase32(secret) : secretOf(secret);
  return new TOTP({ secret: bytes }).generate({ timestamp: Date.now() + periods * 30_000 });
}

function secretOf(bytes: Buffer): Secret {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer });
}

/** Whether a session may read the organization's users. */
export async function reads(person: Pick<Person, 'production'>): Promise<number> {
  return (await person.production.get('/ext/v1/users')).status;
}

interface Invited {
  organization?: string;
  environment?: Environment;
  role?: Role;
  email?: string;
}

/** An invitation by an administrator, and the token of its link. */
export async function inviteWithToken(
  service: Service,
  { organization = 'default', environment = 'production', role = 'ANALYST', ...sent }: Invited = {},
): Promise<{ id: string; email: string; token: string }> {
  const email = sent.email ?? `guest-${++count}@acme.example`;
  const admin = await addPerson(service, { organization, environment });
  const { id } = await admin[environment].must.post('/ext/v1/invitations', { email, role });
  const secret = randomBytes(32).toString('base64url');
  const hash = createHash('sha256').update(secret).digest('hex');
  await asOwner(service, (owner) =>
    owner.query('update invitations set token_hash = $1 where id = $2', [hash, id]),
  );
  return { id, email, token: `${environment === 'sandbox' ? 'test' : 'live'}.${organization}.${secret}` };
}

/** Sets up an authenticator app. Returns its secret, the recovery codes and the session's new cookie. */
export async function addSecondFactor(
  { production }: Pick<Person, 'production'>,
  service?: Service,
): Promise<{
  secret: string;
  recoveryCodes: string[];
  session: { production: Client; sandbox: Client } | null;
}> {
  const { secret } = await production.must.post('/ext/v1/user/totp', { currentPassword: PASSWORD });
  const reply = await production.post('/ext/v1/user/totp/confirm', { code: codeOf(secret) });
  const session = service ? clientsOf(service, cookieIn(reply.headers) ?? '') : null;
  return { secret, recoveryCodes: reply.body.recoveryCodes, session };
}
