import { realNow } from '#platform/db/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import { nameActor } from '#platform/db/tx-actor.ts';
import type { LongContext } from '#platform/http/long-context.ts';
import { SCOPES } from '#platform/http/operation.ts';
import type { Role } from '#platform/http/roles.ts';
import {
  clientSecretMissing,
  emailDomainNotAllowed,
  groupsRepeated,
  providerUnfit,
  providerUntried,
  roleAmbiguous,
  roleNotFound,
} from '../problems.ts';
import { checkHeld, type GivenRole } from '../read-role.ts';
import type { SetIdentityProviderRequest } from '../schema-oidc.ts';
import {
  endProviderSessions,
  findProvider,
  listEmailDomains,
  lockProvider,
  type Provider,
  saveProvider as save,
} from '../store/identity-providers.ts';
import { hasIdentities } from '../store/linked-identities.ts';
import { lockCustomRole } from '../store/roles.ts';
import { describeProvider } from './describe-provider.ts';
import { openChosenProvider } from './discover-provider.ts';
import { accessOf, readProvider, sealClientSecret } from './provider-of.ts';

const SCOPES_OF_LOGIN = ['openid', 'email', 'profile'];

/** The problems that `saveProvider` raises, beside `roleScopeNotHeld`. */
export const SAVING_PROBLEMS = [
  ...[providerUnfit, clientSecretMissing, emailDomainNotAllowed, providerUntried],
  ...[groupsRepeated, roleAmbiguous, roleNotFound],
];

/**
 * Stores the identity provider of the organization, once its metadata has been read. Whoever chooses it
 * decides who is anybody in the organization, so the caller must hold every scope.
 */
export async function saveProvider(context: LongContext, body: SetIdentityProviderRequest) {
  const { database, deployment, org, actor } = context;
  checkHeld(actor, SCOPES);
  const before = await readProvider(database, org);
  const isSameClient = before?.issuer === body.issuer && before.clientId === body.clientId;
  // A new issuer would get the secret of the old one.
  if (body.clientSecret === undefined && !isSameClient) throw clientSecretMissing();
  const provider = providerOf(context, body, before);
  // A provider that cannot be read now logs in nobody either.
  await openChosenProvider(deployment, accessOf(deployment, provider));
  return database.transaction(writing(context), async (tx) => {
    await lockProvider(tx, org);
    // Another change at the same time has come first: the secret may be that of another client.
    const current = await findProvider(tx, org);
    if (body.clientSecret === undefined && current?.clientSecret !== before?.clientSecret)
      throw clientSecretMissing();
    const allowed = await checkDomains(tx, provider);
    await checkRoles(tx, provider);
    if (provider.isRequired && !(await hasIdentities(tx, provider))) throw providerUntried();
    await save(tx, { ...provider, createdAt: current?.createdAt ?? provider.createdAt });
    if (!isSameClient) await endProviderSessions(tx, org);
    return describeProvider({ deployment, org }, { provider: await findProvider(tx, org), allowed });
  });
}

/** A transaction of the caller, a person or a key, in the organization of the request. */
export function writing({ org, actor, requestId, address, operationId }: LongContext) {
  const audited = { ...nameActor(actor), requestId, address, operationId };
  return { orgId: org.orgId, access: 'write', actor: audited } as const;
}

function providerOf(
  { deployment, org }: LongContext,
  body: SetIdentityProviderRequest,
  before: Provider | null,
): Provider {
  const { name, issuer, clientId, clientSecret, groupsClaim = null, isRequired = false } = body;
  const { orgId } = org;
  const fallback = givenBy(body, { isOptional: true });
  const now = realNow();
  return {
    ...{ orgId, name, issuer, clientId, groupsClaim, isRequired, createdAt: now, updatedAt: now },
    clientSecret:
      clientSecret === undefined
        ? (before?.clientSecret ?? '')
        : sealClientSecret(deployment, org, clientSecret),
    scopes: [...new Set(['openid', ...(body.scopes ?? SCOPES_OF_LOGIN)])],
    ...{ defaultRole: fallback?.role ?? null, defaultCustomRoleId: fallback?.customRoleId ?? null },
    groups: body.groupRoles.map(({ group: groupName, ...role }) => ({
      groupName,
      ...(givenBy(role, { isOptional: false }) as GivenRole),
    })),
    domains: [...new Set(body.emailDomains.map((domain) => domain.toLowerCase()))],
  };
}

function givenBy(
  sent: { role?: Role | undefined; customRoleId?: string | undefined },
  { isOptional }: { isOptional: boolean },
): GivenRole | null {
  const { role = null, customRoleId = null } = sent;
  if (role === null && customRoleId === null && isOptional) return null;
  if ((role === null) === (customRoleId === null)) throw roleAmbiguous();
  return { role, customRoleId };
}

async function checkDomains(tx: Tx, { orgId, domains }: Provider): Promise<string[]> {
  const allowed = await listEmailDomains(tx, { orgId });
  const domain = domains.find((each) => !allowed.includes(each));
  if (domain !== undefined) throw emailDomainNotAllowed({ domain });
  return allowed;
}

async function checkRoles(tx: Tx, provider: Provider): Promise<void> {
  const { orgId, groups, defaultCustomRoleId } = provider;
  const names = groups.map(({ groupName }) => groupName);
  if (new Set(names).size < names.length) throw groupsRepeated();
  const ids = [...groups.map(({ customRoleId }) => customRoleId), defaultCustomRoleId];
  // In the order of their ids, as everywhere.
  for (const id of [...new Set(ids)].filter((each) => each !== null).sort())
    if (!(await lockCustomRole(tx, { orgId }, id))) throw roleNotFound({ id });
}
