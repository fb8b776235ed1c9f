import { realNow } from '#platform/db/clock.ts';
import { sqlState, type Tx } from '#platform/db/database.ts';
import type { AnonymousContext } from '#platform/http/anonymous-context.ts';
import { newId } from '#platform/ids.ts';
import { type BegunSession, beginSession } from '../begin-session.ts';
import { findKnownUser } from '../log-in.ts';
import { personActor } from '../person-actor.ts';
import { emailUntrusted, identityInUse, noRoleForIdentity } from '../problems.ts';
import {
  findIdentity,
  hasOtherIdentity,
  insertIdentity,
  type LinkedIdentity,
  lockIdentity,
  noteIdentityUse,
} from '../store/linked-identities.ts';
import { findMember, insertMembership, type MemberRow } from '../store/memberships.ts';
import { findUser, insertUser, type UserRow } from '../store/users.ts';
import { applyRole, endAccess, isLastAdministrator } from './apply-role.ts';
import { type Identity, isInDomains } from './identity.ts';
import type { OrgWithProvider } from './provider-of.ts';
import { roleOfGroups } from './role-of-groups.ts';

/** Two first logins of a person at the same time: the second one finds what the first one has made. */
const TRIES = 3;

/**
 * Begins a session of the user whom an identity is linked to, in the provider's organization only. A new
 * identity is linked to a user, or makes one, by its e-mail: verified by the provider, and in a domain for
 * which the operator trusts this organization, because the user may be a member of others. Raises
 * `emailUntrusted`, `identityInUse` and `noRoleForIdentity`.
 */
export async function admitIdentity(
  context: AnonymousContext,
  found: OrgWithProvider,
  identity: Identity,
): Promise<BegunSession> {
  for (let attempt = 1; ; attempt++)
    try {
      return await admit(context, found, identity);
    } catch (error) {
      const isRace = error instanceof LinkedMeanwhile || sqlState(error) === '23505';
      if (!isRace || attempt === TRIES) throw error instanceof LinkedMeanwhile ? identityInUse() : error;
    }
}

/** The identity was linked to a user since it was looked at. */
class LinkedMeanwhile extends Error {}

async function admit(
  context: AnonymousContext,
  { org, provider }: OrgWithProvider,
  identity: Identity,
): Promise<BegunSession> {
  const { database, deployment, address, userAgent } = context;
  const { user, isNew } = await findPerson(context, { org, provider }, identity);
  const { orgId } = org;
  const { issuer } = provider;
  const key = { orgId, issuer, subject: identity.subject };
  const scope = { orgId, access: 'write', userId: user.id, actor: personActor(user, context) } as const;
  const begun = await database.transaction(scope, async (tx) => {
    const now = realNow();
    const link = await lockIdentity(tx, key);
    if (link && link.userId !== user.id) throw new LinkedMeanwhile();
    const member = isNew ? null : await findMember(tx, org, user.id);
    const isLast = member !== null && (await isLastAdministrator(tx, org, member));
    // Nobody is locked out by the last administrator's groups.
    const role = isLast ? roleHeld(member) : roleOf({ org, provider }, identity, member);
    if (role === null) {
      await endAccess(tx, org, { userId: user.id, isProvisioned: link?.isProvisioned ?? false });
      return null;
    }
    if (isNew) await insertUser(tx, user);
    if (!member) await insertMembership(tx, { orgId, userId: user.id, ...role, createdAt: now });
    else await applyRole(tx, org, { member, role });
    if (link) await noteIdentityUse(tx, { ...key, now });
    else await linkIdentity(tx, { ...key, userId: user.id, isProvisioned: !member, now });
    const owner = { orgId, userId: user.id, address, browser: userAgent };
    return beginSession(tx, { ...owner, authenticatedBy: 'IDENTITY_PROVIDER' }, deployment.sessions);
  });
  if (!begun) throw noRoleForIdentity();
  return begun;
}

interface Person {
  user: UserRow;
  isNew: boolean;
}

async function findPerson(
  context: AnonymousContext,
  { org: { orgId }, provider }: OrgWithProvider,
  { subject, verifiedEmail, name }: Identity,
): Promise<Person> {
  const { database } = context;
  const key = { orgId, issuer: provider.issuer, subject };
  const linked = await database.transaction({ orgId, access: 'read' }, (tx) => findIdentity(tx, key));
  if (linked !== null) {
    const scope = { orgId, access: 'read', userId: linked } as const;
    const user = await database.transaction(scope, (tx) => findUser(tx, linked));
    if (user) return { user, isNew: false };
  }
  if (verifiedEmail === null || !isInDomains(verifiedEmail, provider.domains)) throw emailUntrusted();
  const known = await findKnownUser(context, verifiedEmail);
  if (known) return { user: known, isNew: false };
  const now = realNow();
  const [localPart = verifiedEmail] = verifiedEmail.split('@');
  const user: UserRow = {
    ...{ id: newId('usr', now), email: verifiedEmail, name: name ?? localPart.slice(0, 100) },
    ...{ passwordHash: null, hasSecondFactor: false, createdAt: now, updatedAt: now },
  };
  return { user, isNew: true };
}

/** Null: no access. Without a claim of groups, a member keeps the role that the organization gave it. */
function roleOf({ org, provider }: OrgWithProvider, identity: Identity, member: MemberRow | null) {
  // A suspended organization is read-only: nobody joins it.
  if (!member && org.status !== 'ACTIVE') return null;
  const { defaultRole: role, defaultCustomRoleId: customRoleId } = provider;
  const fallback = role === null && customRoleId === null ? null : { role, customRoleId };
  if (provider.groupsClaim === null) return member ? roleHeld(member) : fallback;
  const given = roleOfGroups(identity.groups, { groups: provider.groups, fallback });
  return org.status === 'ACTIVE' || !given || !member ? given : roleHeld(member);
}

function roleHeld({ role, customRoleId }: MemberRow) {
  return { role, customRoleId };
}

/** A user has one identity of an issuer: an address that another person got leads nobody to its owner. */
async function linkIdentity(
  tx: Tx,
  { now, ...identity }: Omit<LinkedIdentity, 'createdAt' | 'lastLoginAt'> & { now: Temporal.Instant },
): Promise<void> {
  if (await hasOtherIdentity(tx, identity)) throw identityInUse();
  await insertIdentity(tx, { ...identity, createdAt: now, lastLoginAt: now });
}
