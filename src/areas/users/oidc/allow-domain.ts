import { realNow } from '#platform/db/clock.ts';
import { actFor, type Database } from '#platform/db/database.ts';
import { actAs } from '#platform/db/tx-actor.ts';
import {
  deleteEmailDomain,
  findLoginOrg,
  insertEmailDomain,
  listEmailDomains,
} from '../store/identity-providers.ts';

const DOMAIN = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;

interface Change {
  id: string;
  domain: string;
  isAllowed: boolean;
}

/**
 * For the operator: lets the identity provider of an organization say who has an e-mail in a domain, or ends
 * that, in both environments. Returns the domains that are allowed now. Throws an error with a message for an
 * unknown organization and for what is no domain.
 */
export async function allowEmailDomain(database: Database, change: Change): Promise<string[]> {
  const domain = change.domain.toLowerCase();
  if (!DOMAIN.test(domain) || domain.length > 253) throw new Error(`${change.domain} is not a domain`);
  const scope = { orgId: null, access: 'write', isDirectory: true } as const;
  return database.transaction(scope, async (tx) => {
    const found: string[] = [];
    for (const environment of ['production', 'sandbox'] as const) {
      const org = await findLoginOrg(tx, { id: change.id, environment });
      if (!org) throw new Error(`organization ${change.id} not found`);
      const { orgId } = org;
      await actFor(tx, orgId);
      await actAs(tx, { type: 'SYSTEM', id: 'operator.email-domain' });
      if (change.isAllowed) await insertEmailDomain(tx, { orgId, domain, now: realNow() });
      else await deleteEmailDomain(tx, { orgId, domain });
      if (environment === 'production') found.push(...(await listEmailDomains(tx, { orgId })));
    }
    return found;
  });
}
