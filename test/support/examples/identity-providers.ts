import { secretsOf } from '#areas/users/oidc/begin-oidc-login.ts';
import { hashOf } from '#platform/logins/secrets.ts';
import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';
import { claimsOf, DOMAIN, settingsOf } from '../oidc.ts';
import { asOwner, BROWSER } from '../people.ts';
import { scriptedProvider } from '../scripted-identity-provider.ts';
import { serviceOf } from './person-of-world.ts';

const provider = await scriptedProvider();
const STATE = 'S'.repeat(43);
const { clientSecret, ...shown } = settingsOf(provider, {
  groupsClaim: 'groups',
  groupRoles: [{ group: 'billing', role: 'FINANCE' }],
});

/** Each world has somebody of its own. */
function nameIn(ids: World['ids']): string {
  return `person-of-${ids.organization_id}`;
}

/** The sandbox of the world has the provider, and nobody has logged in with it. */
async function keepProvider({ client, ids }: World): Promise<void> {
  const service = serviceOf(client);
  const { organization_id: organization } = ids;
  await asOwner(service, async (owner) => {
    const own = `org_id in (select org_id from organizations where id = $1 and environment = 'sandbox')`;
    await owner.query(
      `insert into email_domains select org_id, $2, now() from organizations
       where id = $1 and environment = 'sandbox' on conflict do nothing`,
      [organization, DOMAIN],
    );
    await owner.query(
      `delete from memberships where ${own}
         and user_id in (select user_id from linked_identities where ${own})`,
      [organization],
    );
    await owner.query('delete from users where email = $1', [`${nameIn(ids)}@${DOMAIN}`]);
  });
  await client.must.put('/ext/v1/identity_provider', { ...shown, clientSecret });
}

/** A login that has come back to the browser, with a known state. */
async function keepLogin(world: World): Promise<void> {
  await keepProvider(world);
  const { client, ids } = world;
  await asOwner(serviceOf(client), async (owner) => {
    await owner.query('delete from oidc_logins where state_hash = $1', [hashOf(STATE)]);
    await owner.query(
      `insert into oidc_logins (org_id, state_hash, browser_hash, issuer, return_to, expires_at)
       select org_id, $2, $3, $4, '/console/', now() + interval '10 minutes' from organizations
       where id = $1 and environment = 'sandbox'`,
      [ids.organization_id, hashOf(STATE), hashOf(BROWSER), provider.issuer],
    );
  });
  const { nonce, verifier } = secretsOf(STATE, BROWSER);
  await provider.grant('example-code', {
    ...{ nonce, verifier, redirectUri: redirectUriIn(world) },
    claims: claimsOf(nameIn(ids), { groups: ['billing'] }),
  });
}

function redirectUriIn({ client, ids }: World): string {
  const { homeUrl } = serviceOf(client).app.deployment;
  return `${homeUrl}/console/sandbox/oidc/${ids.organization_id}`;
}

export const identityProviderExamples: Record<string, (world: World) => ExampleRequest> = {
  setIdentityProvider: () => ({ prepare: keepProvider, body: { ...shown, clientSecret } }),
  getIdentityProvider: () => ({ prepare: keepProvider }),
  deleteIdentityProvider: () => ({ prepare: keepProvider }),
  discoverIdentityProvider: () => ({ body: { issuer: provider.issuer } }),
  listLoginProviders: () => ({ prepare: keepProvider, body: { email: `ann@${DOMAIN}` } }),
  createOidcLogin: ({ ids }) => ({
    prepare: keepProvider,
    body: { organizationId: ids.organization_id, returnTo: '/console/sandbox/invoices' },
  }),
  logInWithOidc: ({ ids }) => ({
    prepare: keepLogin,
    body: {
      organizationId: ids.organization_id,
      query: `?${new URLSearchParams({ code: 'example-code', state: STATE, iss: provider.issuer })}`,
    },
  }),
};
