import { realNow } from '#platform/db/clock.ts';
import { actFor, type Database } from '#platform/db/database.ts';
import { actAs } from '#platform/db/tx-actor.ts';
import { listTenants, setStatus, type Tenant } from './store.ts';

export type OrganizationMove = 'suspend' | 'resume' | 'close';

/** The state machine of an organization: allowed source statuses and the target (`money-platform.md` 4.1). */
const MOVES = {
  suspend: { from: ['ACTIVE'], to: 'SUSPENDED' },
  resume: { from: ['SUSPENDED'], to: 'ACTIVE' },
  close: { from: ['ACTIVE', 'SUSPENDED'], to: 'CLOSED' },
} as const satisfies Record<OrganizationMove, { from: readonly Tenant['status'][]; to: Tenant['status'] }>;

/** Lists each environment of each organization, for the operator. */
export function listOrganizations(database: Database): Promise<Tenant[]> {
  return database.transaction({ orgId: null, access: 'read', isDirectory: true }, listTenants);
}

/**
 * Changes the status of an organization in both environments at once. Idempotent. Throws an error with a
 * message for an unknown organization and for a status that the move does not start from.
 */
export function moveOrganization(
  database: Database,
  { id, move }: { id: string; move: OrganizationMove },
): Promise<void> {
  return database.transaction({ orgId: null, access: 'write', isDirectory: true }, async (tx) => {
    const found = (await listTenants(tx)).filter((tenant) => tenant.id === id);
    if (found.length === 0) throw new Error(`organization ${id} not found`);
    const { from, to } = MOVES[move];
    for (const { orgId, status } of found) {
      if (status === to) continue;
      if (!(from as readonly string[]).includes(status))
        throw new Error(
          `organization ${id} is ${status}; ${move} requires the status ${from.join(' or ')} and ` +
            `changes it to ${to}`,
        );
      await actFor(tx, orgId);
      await actAs(tx, { type: 'SYSTEM', id: `operator.${move}` });
      await setStatus(tx, { orgId, status: to, now: realNow() });
    }
  });
}
