import { realNow } from '#platform/db/clock.ts';
import { actFor, type Database } from '#platform/db/database.ts';
import { actAs } from '#platform/db/tx-actor.ts';
import { listTenants, setStatus, type Tenant } from './store.ts';

export type OrganizationMove = 'suspend' | 'resume' | 'close';

/** From which status a move leads where (`money-platform.md` 4.1). */
const MOVES = {
  suspend: { from: ['ACTIVE'], to: 'SUSPENDED' },
  resume: { from: ['SUSPENDED'], to: 'ACTIVE' },
  close: { from: ['ACTIVE', 'SUSPENDED'], to: 'CLOSED' },
} as const satisfies Record<OrganizationMove, { from: readonly Tenant['status'][]; to: Tenant['status'] }>;

/** What the operator has: each environment of each organization. */
export function listOrganizations(database: Database): Promise<Tenant[]> {
  return database.transaction({ orgId: null, access: 'read', isDirectory: true }, listTenants);
}

/**
 * What the operator does to an organization, to both of its environments at once. Repeating it changes
 * nothing. Throws a sentence for an unknown one, and for one whose status the move does not start from.
 */
export function moveOrganization(
  database: Database,
  { id, move }: { id: string; move: OrganizationMove },
): Promise<void> {
  return database.transaction({ orgId: null, access: 'write', isDirectory: true }, async (tx) => {
    const found = (await listTenants(tx)).filter((tenant) => tenant.id === id);
    if (found.length === 0) throw new Error(`there is no organization ${id}`);
    const { from, to } = MOVES[move];
    for (const { orgId, status } of found) {
      if (status === to) continue;
      if (!(from as readonly string[]).includes(status))
        throw new Error(`organization ${id} is ${status}; ${move} leads from ${from.join(' or ')} to ${to}`);
      await actFor(tx, orgId);
      await actAs(tx, { type: 'SYSTEM', id: `operator.${move}` });
      await setStatus(tx, { orgId, status: to, now: realNow() });
    }
  });
}
