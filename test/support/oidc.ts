import { asOwner, sendAsPage } from './people.ts';
import type { Reply, Service } from './running-app.ts';
import type { ScriptedProvider } from './scripted-identity-provider.ts';

/** Logins with the identity provider of an organization. */

export const DOMAIN = 'acme.example';

/** As `npm run organization -- allow-domain`. */
export async function allowDomain(service: Service, organization: string, domain = DOMAIN): Promise<void> {
  await asOwner(service, (owner) =>
    owner.query(
      `insert into email_domains select org_id, $2, now() from organizations where id = $1
       on conflict do nothing`,
      [organization, domain],
    ),
  );
}

interface Settings {
  name?: string;
  groupsClaim?: string;
  groupRoles?: { group: string; role?: string; customRoleId?: string }[];
  role?: string | null;
  customRoleId?: string;
  emailDomains?: string[];
  isRequired?: boolean;
  scopes?: string[];
}

/** The body that names a provider; members without a group are analysts unless `role` is null. */
export function settingsOf(
  { issuer, clientId, clientSecret }: Pick<ScriptedProvider, 'issuer' | 'clientId' | 'clientSecret'>,
  { role = 'ANALYST', ...settings }: Settings = {},
): Record<string, unknown> {
  return {
    ...{ name: 'Acme login', issuer, clientId, clientSecret, groupRoles: [], emailDomains: [DOMAIN] },
    ...(role !== null && settings.customRoleId === undefined && { role }),
    ...settings,
  };
}

let count = 0;
const anywhere = () => `198.20.${(++count >> 8) & 255}.${count & 255}`;

/** Begins a login in a browser: a new one, or the one with a cookie. */
export async function beginOidc(
  service: Service,
  {
    browser,
    base = '',
    ...sent
  }: { organizationId: string; returnTo?: string; browser?: string; base?: string },
): Promise<Reply & { browser: string }> {
  const headers = browser ? { cookie: `tallymark_login=${browser}` } : {};
  const reply = await sendAsPage(service, `${base}/ext/v1/sessions/oidc_options`, {
    ...{ remoteAddress: anywhere(), headers, ...sent },
  });
  const set = String(reply.headers['set-cookie'] ?? '');
  return { ...reply, browser: /^(?:__Host-)?tallymark_login=([^;]*)/.exec(set)?.[1] ?? '' };
}

/** The page of the console passes on what the provider has put into its address. */
export function finishOidc(
  service: Service,
  { browser, organizationId, query }: { browser: string; organizationId: string; query: string },
) {
  const headers = { cookie: `tallymark_login=${browser}` };
  return sendAsPage(service, '/ext/v1/sessions/oidc', {
    ...{ remoteAddress: anywhere(), headers, organizationId, query },
  });
}

/** A whole login of somebody whom the provider knows by these claims. */
export async function logInAt(
  service: Service,
  provider: ScriptedProvider,
  {
    organizationId,
    claims,
    twist,
  }: { organizationId: string } & {
    claims: Record<string, unknown>;
    twist?: Parameters<ScriptedProvider['logIn']>[2];
  },
) {
  const begun = await beginOidc(service, { organizationId });
  const query = await provider.logIn(begun.body.url, claims, twist);
  return finishOidc(service, { browser: begun.browser, organizationId, query });
}

/** Claims of somebody with a verified address. */
export function claimsOf(name: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  const email = `${name}@${DOMAIN}`;
  return { sub: `subject-${name}`, email, email_verified: true, name: `${name} Example`, ...more };
}

export function outcome({ status, headers }: Pick<Reply, 'status' | 'headers'>): string {
  return `${status} ${headers['error-code'] ?? ''}`.trim();
}
