import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';

/** A certified OpenID provider in this process, with a form in which people choose who they are. */
export interface HonestProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What it says about people, by the name with which they log in. */
  accounts: Map<string, Record<string, unknown>>;
  /** The life of codes. */
  codeSeconds: number;
  /** From here on, ID tokens are signed with a new key, and the old one is not published any more. */
  rotateKeys(): Promise<void>;
  /** Logs in by the form, as a browser with a profile of its own. Returns where it is sent at last. */
  logIn(url: string, name: string): Promise<URL>;
  stop(): Promise<void>;
}

/** `redirectUris`: the pages of consoles to which people may come back. */
export async function startHonestProvider({
  redirectUris,
}: {
  redirectUris: string[];
}): Promise<HonestProvider> {
  const accounts = new Map<string, Record<string, unknown>>();
  const [clientId, clientSecret] = ['tallymark', 'a-secret-of-the-client-with-enough-characters'];
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const honest: HonestProvider = {
    ...{ issuer, clientId, clientSecret, accounts, codeSeconds: 60 },
    rotateKeys: async () => {
      handle = serve(new Provider(issuer, configurationOf(honest, { redirectUris, key: await makeKey() })));
    },
    logIn: (url, name) => fillForm(issuer, { url, name }),
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  await honest.rotateKeys();
  return honest;
}

let count = 0;

async function makeKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: `honest-${++count}`, alg: 'RS256', use: 'sig' };
}

function configurationOf(
  honest: HonestProvider,
  { redirectUris, key }: { redirectUris: string[]; key: JWK },
): Configuration {
  const { clientId: client_id, clientSecret: client_secret, accounts } = honest;
  return {
    clients: [
      {
        ...{ client_id, client_secret, redirect_uris: redirectUris },
        post_logout_redirect_uris: redirectUris.map((uri) => `${new URL(uri).origin}/console/`),
      },
    ],
    jwks: { keys: [key as never] },
    cookies: { keys: ['one key for the cookies of this provider'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    features: { devInteractions: { enabled: false } },
    ttl: {
      AuthorizationCode: () => honest.codeSeconds,
      IdToken: 300,
      AccessToken: 300,
      Session: 3600,
      Grant: 3600,
      Interaction: 3600,
    },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...accounts.get(id) }) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    // Nobody is asked for a consent: the client belongs to the same company.
    loadExistingGrant: async ({ oidc }) => {
      const { session, client, provider } = oidc;
      if (!session?.accountId || !client) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile groups');
      await grant.save();
      return grant;
    },
  };
}

const FORM = `<!doctype html><html lang="en"><title>Honest login</title>
<form method="post"><label>Account <input name="account"></label><button>Log in</button></form>`;

function serve(provider: Provider): (request: IncomingMessage, response: ServerResponse) => void {
  const callback = provider.callback();
  return (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void callback(request, response);
    if (request.method === 'GET') return void response.setHeader('content-type', 'text/html').end(FORM);
    return void readText(request)
      .then((text) => {
        const accountId = new URLSearchParams(text).get('account') ?? '';
        return provider.interactionFinished(request, response, { login: { accountId } });
      })
      .catch((error: Error) => response.writeHead(500).end(error.message));
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Follows redirects within the provider, with its cookies, and fills in its form. */
async function fillForm(issuer: string, { url, name }: { url: string; name: string }): Promise<URL> {
  const cookies = new Map<string, string>();
  let next = new URL(url);
  for (let step = 0; step < 10; step++) {
    const isForm = next.pathname.startsWith('/interaction/');
    const response = await fetch(next, {
      ...{ redirect: 'manual', method: isForm ? 'POST' : 'GET' },
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(isForm && { body: new URLSearchParams({ account: name }) }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(key, value);
    }
    const location = response.headers.get('location');
    if (location === null)
      throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
    next = new URL(location, next);
    if (next.origin !== issuer) return next;
  }
  throw new Error('the provider redirects without an end');
}
