import { clientsOf, cookieIn, type Person, sendAsPage } from './people.ts';
import type { Client, Service } from './running-app.ts';
import { Authenticator, type PasskeyOptions, type Twist } from './software-authenticator.ts';

/** People who log in with passkeys. */

export function newAuthenticator(
  { app }: Service,
  made: { seed?: string; isCounting?: boolean } = {},
): Authenticator {
  return new Authenticator({ origin: new URL(app.deployment.homeUrl).origin, ...made });
}

/** What an authenticator is asked for, in a session that is a moment old. */
export async function optionsFor({ production }: Pick<Person, 'production'>): Promise<PasskeyOptions> {
  return (await production.must.post('/ext/v1/user/passkeys/options', {})).options;
}

/** Adds a passkey. Returns its id, and the session with its new cookie. */
export async function addPasskey(
  service: Service,
  person: Pick<Person, 'production'>,
  {
    authenticator = newAuthenticator(service),
    name = 'Laptop',
  }: { authenticator?: Authenticator; name?: string } = {},
): Promise<{ id: string; authenticator: Authenticator; session: { production: Client; sandbox: Client } }> {
  const made = authenticator.create(await optionsFor(person));
  const reply = await person.production.post('/ext/v1/user/passkeys', { name, ...made });
  if (reply.status !== 201) throw new Error(`the passkey was not added: ${reply.status} ${reply.text}`);
  return { id: reply.body.id, authenticator, session: clientsOf(service, cookieIn(reply.headers) ?? '') };
}

let count = 0;

/** Begins a login, from an address that nobody has called from. */
export async function beginPasskeyLogin(service: Service, remoteAddress = anywhere()) {
  const begun = await sendAsPage(service, '/ext/v1/sessions/passkey_options', { remoteAddress });
  const set = String(begun.headers['set-cookie'] ?? '');
  const browser = /^(?:__Host-)?tallymark_login=([^;]*)/.exec(set)?.[1] ?? '';
  return { options: begun.body.options as PasskeyOptions, browser, remoteAddress };
}

export type BegunLogin = Awaited<ReturnType<typeof beginPasskeyLogin>>;

/** Sends what an authenticator has made of it. */
export function finishPasskeyLogin(
  service: Service,
  { browser, remoteAddress }: Pick<BegunLogin, 'browser' | 'remoteAddress'>,
  body: object,
) {
  const headers = { cookie: `tallymark_login=${browser}` };
  return sendAsPage(service, '/ext/v1/sessions/passkey', { remoteAddress, headers, ...body });
}

/** Both steps of a login. */
export async function logInWithPasskey(
  service: Service,
  authenticator: Authenticator,
  { twist, ...sent }: { twist?: Twist; organizationId?: string; remoteAddress?: string } = {},
) {
  const begun = await beginPasskeyLogin(service, sent.remoteAddress);
  return finishPasskeyLogin(service, begun, { ...authenticator.get(begun.options, twist), ...sent });
}

function anywhere(): string {
  count++;
  return `198.19.${(count >> 8) & 255}.${count & 255}`;
}
