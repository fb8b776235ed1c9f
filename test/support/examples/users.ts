import { createSetupToken } from '#areas/users/index.ts';
import { hashOf } from '#platform/logins/secrets.ts';
import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';
import { addPerson, asOwner, codeOf, PASSWORD, renewSession } from '../people.ts';
import type { Client, Service } from '../running-app.ts';
import { knowPerson, PASSKEY_ID, serviceOf } from './person-of-world.ts';
import { keepTotp, RECOVERY_CODE, TOTP_SECRET } from './second-factor.ts';

const secretOf = (letter: string) => letter.repeat(43);
const [SETUP, INVITATION, RESET, OTHER] = ['A', 'B', 'C', 'D'].map(secretOf) as [
  string,
  string,
  string,
  string,
];
const tokenOf = ({ ids }: World, secret: string) => `test.${ids.organization_id}.${secret}`;

/**
 * An administrator of the sandbox with a session, which is renewed whatever operations do to it, a second
 * member, an invitation and a role.
 */
export async function keepPeople(service: Service, client: Client, organization: string) {
  const of = { organization, environment: 'sandbox' } as const;
  const person = await addPerson(service, {
    ...of,
    name: 'Ann Example',
    email: `ann@${organization}.example`,
  });
  const member = await addPerson(service, {
    ...{ ...of, name: 'Bob Example', email: `bob@${organization}.example`, role: 'SUPPORT' },
  });
  const own = renewing(person.sandbox, () => renewSession(service, person, of));
  knowPerson(client, { service, person: own });
  const role = await client.must.post('/ext/v1/roles', { name: 'Auditor', scopes: ['org:read'] });
  const world = { organization, memberId: member.id };
  await keepLinks(service, world);
  return {
    user_id: member.id,
    session_id: person.sessionId,
    invitation_id: `inv.${organization}`,
    role_id: role.id,
    passkey_id: PASSKEY_ID,
    own_user_id: person.id,
    own_email: person.email,
  };
}

function renewing(client: Client, renew: () => Promise<void>): Client {
  const after = async <T extends { status: number; headers: Record<string, unknown> }>(
    sent: Promise<T>,
    isEnd = false,
  ) => {
    const reply = await sent;
    if ((isEnd && reply.status < 400) || reply.headers['set-cookie'] !== undefined) await renew();
    return reply;
  };
  return {
    ...client,
    post: (...sent) => after(client.post(...sent)),
    put: (...sent) => after(client.put(...sent)),
    delete: (...sent) => after(client.delete(...sent), true),
  };
}

/**
 * An invitation and a link for a new password, with known secrets. The link is the other member's, because a
 * new password ends all sessions without a word in the response.
 */
async function keepLinks(
  service: Service,
  { organization, memberId }: { organization: string; memberId: string },
): Promise<void> {
  await asOwner(service, async (owner) => {
    await owner.query(
      `insert into invitations (org_id, id, email, role, token_hash, invited_by, created_at, updated_at,
         expires_at)
       select org_id, $1, $2, 'ANALYST', $3, 'key.first', now(), now(), now() + interval '7 days'
       from organizations where id = $4 and environment = 'sandbox' on conflict do nothing`,
      [`inv.${organization}`, `invited@${organization}.example`, hashOf(INVITATION), organization],
    );
    await owner.query(
      `insert into user_password_tokens values ($1, $2, now() + interval '1 hour') on conflict do nothing`,
      [memberId, hashOf(RESET)],
    );
  });
}

/** Somebody who is about to become a user is none yet, and the links are good. */
async function beforeLinks({ client, ids }: World): Promise<void> {
  const service = serviceOf(client);
  const organization = ids.organization_id ?? '';
  await forget(service, [`invited@${organization}.example`, `first@${organization}.example`]);
  await keepLinks(service, { organization, memberId: ids.user_id ?? '' });
}

async function forget(service: Service, emails: readonly string[]): Promise<void> {
  await asOwner(service, async (owner) => {
    const found = 'select id from users where email = any($1)';
    await owner.query(`delete from memberships where user_id in (${found})`, [emails]);
    await owner.query('delete from users where email = any($1)', [emails]);
  });
}

/** A setup link with a known secret. */
async function keepSetupLink(world: World, organization: string, secret: string): Promise<void> {
  const service = serviceOf(world.client);
  await createSetupToken(service.app.database, { id: organization, environment: 'sandbox' });
  await asOwner(service, (owner) =>
    owner.query(
      `update setup_links set token_hash = $1
       where org_id in (select org_id from organizations where id = $2)`,
      [hashOf(secret), organization],
    ),
  );
}

async function otherOrganization(world: World): Promise<void> {
  const service = serviceOf(world.client);
  const organization = `${world.ids.organization_id}-other`;
  await service.createOrganization(organization).catch(() => undefined);
  await asOwner(service, (owner) =>
    owner.query(`delete from memberships where org_id in (select org_id from organizations where id = $1)`, [
      organization,
    ]),
  );
  await keepSetupLink(world, organization, OTHER);
}

/** Names that earlier requests took are free again. */
async function freeNames({ client, ids }: World): Promise<void> {
  const service = serviceOf(client);
  await asOwner(service, async (owner) => {
    const own = 'org_id in (select org_id from organizations where id = $1)';
    await owner.query(`delete from custom_roles where ${own} and name = 'Clerk'`, [ids.organization_id]);
    await owner.query(`delete from invitations where ${own} and email like 'carol@%'`, [ids.organization_id]);
  });
}

async function freeRole(world: World): Promise<void> {
  await freeNames(world);
  const { id } = await world.client.must.post('/ext/v1/roles', { name: 'Clerk', scopes: ['org:read'] });
  world.ids.role_id = id;
}

export const userExamples: Record<string, (world: World) => ExampleRequest> = {
  setUpOrganization: (world) => ({
    prepare: async () => {
      await beforeLinks(world);
      await keepSetupLink(world, world.ids.organization_id ?? '', SETUP);
    },
    body: {
      token: tokenOf(world, SETUP),
      email: `first@${world.ids.organization_id}.example`,
      ...{ name: 'Ann Example', password: PASSWORD },
    },
  }),
  logIn: (world) => ({
    prepare: () => keepTotp(world, 'none'),
    body: {
      ...{ email: world.ids.own_email, password: PASSWORD, organizationId: world.ids.organization_id },
    },
  }),
  switchOrganization: ({ ids }) => ({ body: { organizationId: ids.organization_id } }),
  joinOrganization: (world) => ({
    prepare: otherOrganization,
    body: { token: `test.${world.ids.organization_id}-other.${OTHER}` },
  }),
  updateOwnUser: () => ({ body: { name: 'Ann Sample' } }),
  changePassword: () => ({ body: { currentPassword: PASSWORD, password: PASSWORD } }),
  createTotp: (world) => ({
    prepare: () => keepTotp(world, 'none'),
    body: { currentPassword: PASSWORD },
  }),
  confirmTotp: (world) => ({
    prepare: () => keepTotp(world, 'begun'),
    body: { code: codeOf(TOTP_SECRET) },
  }),
  removeTotp: (world) => ({
    prepare: () => keepTotp(world, 'confirmed'),
    body: { code: RECOVERY_CODE },
  }),
  replaceRecoveryCodes: (world) => ({
    prepare: () => keepTotp(world, 'confirmed'),
    body: { code: RECOVERY_CODE },
  }),
  requestPasswordReset: ({ ids }) => ({ body: { email: `nobody@${ids.organization_id}.example` } }),
  resetPassword: (world) => ({
    prepare: beforeLinks,
    body: { token: `${world.ids.user_id}.${RESET}`, password: PASSWORD },
  }),
  updateUser: () => ({ body: { role: 'FINANCE' } }),
  createInvitation: ({ ids }) => ({
    prepare: freeNames,
    body: { email: `carol@${ids.organization_id}.example`, role: 'DEVELOPER' },
  }),
  lookUpLink: (world) => ({ prepare: beforeLinks, body: { token: tokenOf(world, INVITATION) } }),
  acceptInvitation: (world) => ({
    prepare: beforeLinks,
    body: { token: tokenOf(world, INVITATION), name: 'Dan Example', password: PASSWORD },
  }),
  resendInvitation: () => ({ prepare: beforeLinks }),
  revokeInvitation: () => ({ prepare: beforeLinks }),
  createRole: () => ({ prepare: freeNames, body: { name: 'Clerk', scopes: ['customers:read'] } }),
  updateRole: () => ({ prepare: freeRole, body: { name: 'Clerk', scopes: ['org:read', 'customers:read'] } }),
  deleteRole: () => ({ prepare: freeRole }),
};
