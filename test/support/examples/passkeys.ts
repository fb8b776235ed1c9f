import { hashOf } from '#platform/logins/secrets.ts';
import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';
import { newAuthenticator } from '../passkeys.ts';
import { asOwner, BROWSER, PASSWORD } from '../people.ts';
import type { Authenticator, PasskeyOptions } from '../software-authenticator.ts';
import { PASSKEY_ID, serviceOf } from './person-of-world.ts';
import { keepTotp } from './second-factor.ts';

const CHALLENGE = 'Q'.repeat(43);

/** One for all worlds: it belongs to the person of the world that needs it. */
async function takeAuthenticator({ client, ids }: World): Promise<Authenticator> {
  const service = serviceOf(client);
  const authenticator = newAuthenticator(service, { seed: 'example' }).belongTo(ids.own_user_id ?? '');
  await asOwner(service, (owner) =>
    owner.query('delete from user_passkeys where user_id = $1 or credential_id = $2', [
      ids.own_user_id,
      authenticator.id,
    ]),
  );
  return authenticator;
}

/** The person of the world has a passkey. */
async function keepPasskey(world: World): Promise<void> {
  const { id, publicKey } = await takeAuthenticator(world);
  await asOwner(serviceOf(world.client), (owner) =>
    owner.query(
      `insert into user_passkeys (user_id, id, credential_id, public_key, counter, transports, is_synced,
         name, created_at) values ($1, $2, $3, $4, 0, '{internal}', true, 'Laptop', now())`,
      [world.ids.own_user_id, PASSKEY_ID, id, publicKey],
    ),
  );
}

/** A known challenge, with which the person adds a passkey or logs in. */
async function keepChallenge({ client, ids }: World, isLogin: boolean): Promise<void> {
  const own = isLogin ? [null, null, hashOf(BROWSER)] : [ids.own_user_id, ids.session_id, null];
  await asOwner(serviceOf(client), (owner) =>
    owner.query(
      `insert into passkey_challenges values ($1, $2, $3, $4, now() + interval '5 minutes')
       on conflict (challenge_hash) do update set user_id = excluded.user_id,
         session_id = excluded.session_id, browser_hash = excluded.browser_hash,
         expires_at = excluded.expires_at`,
      [hashOf(CHALLENGE), ...own],
    ),
  );
}

function optionsIn({ client }: World): PasskeyOptions {
  const id = new URL(serviceOf(client).app.deployment.homeUrl).hostname;
  return { challenge: CHALLENGE, rpId: id, rp: { id } };
}

const made = ({ client }: World) => newAuthenticator(serviceOf(client), { seed: 'example' });

export const passkeyExamples: Record<string, (world: World) => ExampleRequest> = {
  createPasskeyOptions: (world) => ({
    prepare: async () => {
      await keepTotp(world, 'none');
      await takeAuthenticator(world);
    },
    body: { currentPassword: PASSWORD },
  }),
  createPasskey: (world) => ({
    prepare: async () => {
      await takeAuthenticator(world);
      await keepChallenge(world, false);
    },
    body: { name: 'Laptop', ...made(world).create(optionsIn(world)), transports: ['internal'] },
  }),
  listPasskeys: () => ({ prepare: keepPasskey }),
  renamePasskey: () => ({ prepare: keepPasskey, body: { name: 'Work laptop' } }),
  removePasskey: (world) => ({
    prepare: async () => {
      await keepTotp(world, 'none');
      await keepPasskey(world);
    },
    body: { currentPassword: PASSWORD },
  }),
  logInWithPasskey: (world) => ({
    prepare: async () => {
      await keepPasskey(world);
      await keepChallenge(world, true);
    },
    body: {
      ...made(world)
        .belongTo(world.ids.own_user_id ?? '')
        .get(optionsIn(world)),
      organizationId: world.ids.organization_id,
    },
  }),
};
