import type { AnonymousContext } from '#platform/http/anonymous-context.ts';
import { emailKey } from '#platform/logins/email-key.ts';
import { hashOf } from '#platform/logins/secrets.ts';
import { findLoginOrgByNumber, listOrgsOfDomain } from '../store/identity-providers.ts';
import { domainOf } from './identity.ts';
import { findProviderOf, readProvider } from './provider-of.ts';

interface LoginProvider {
  organizationId: string;
  name: string;
}

/**
 * The identity providers with which somebody may log in: that of an organization, or those that are
 * responsible for the domain of an e-mail. It does not say whether there is a user with this e-mail.
 */
export async function listLoginProviders(
  context: AnonymousContext,
  { email, organizationId }: { email?: string | undefined; organizationId?: string | undefined },
): Promise<LoginProvider[]> {
  const { database, environment } = context;
  if (organizationId !== undefined) {
    const found = await findProviderOf(database, { id: organizationId, environment });
    return found ? [{ organizationId: found.org.id, name: found.provider.name }] : [];
  }
  return email === undefined ? [] : listOfDomain(context, domainOf(emailKey(email)));
}

async function listOfDomain(
  { database, environment }: AnonymousContext,
  domain: string,
): Promise<LoginProvider[]> {
  const scope = { orgId: null, access: 'read', isDirectory: true } as const;
  const orgs = await database.transaction({ ...scope, credential: hashOf(domain) }, async (tx) => {
    const orgIds = await listOrgsOfDomain(tx, domain);
    return Promise.all(orgIds.map((orgId) => findLoginOrgByNumber(tx, { orgId })));
  });
  const found: LoginProvider[] = [];
  for (const org of orgs) {
    // A provider of the sandbox logs in to the sandbox only.
    if (!org || (org.environment === 'sandbox' && environment === 'production')) continue;
    const provider = await readProvider(database, org);
    if (provider && !found.some(({ organizationId }) => organizationId === org.id))
      found.push({ organizationId: org.id, name: provider.name });
  }
  return found;
}
