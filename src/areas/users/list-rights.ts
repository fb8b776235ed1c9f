import type { Tx } from '#platform/db/database.ts';
import type { Org, Scope } from '#platform/http/operation.ts';
import { heldScopes } from './rules.ts';
import { listEnvironmentMembers } from './store/memberships.ts';

/** A user who may use an environment, with the scopes of its memberships. */
export interface MemberRights {
  id: string;
  name: string;
  email: string;
  /** Of the environment to which the membership belongs. */
  orgId: number;
  scopes: ReadonlySet<Scope>;
}

/** The users of an environment by name: members of production may use the sandbox, too. */
export async function listRights(tx: Tx, org: Org): Promise<MemberRights[]> {
  const rows = await listEnvironmentMembers(tx, org);
  const byUser = Map.groupBy(rows, ({ userId }) => userId);
  const members = [...byUser.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const { userId: id, name, email, orgId } = first;
    return { id, name, email, orgId, scopes: new Set(own.flatMap(heldScopes)) };
  });
  return members.sort((a, b) => (a.name === b.name ? 0 : a.name < b.name ? -1 : 1));
}

/** Null for a user who may not use the environment. */
export async function findRights(tx: Tx, org: Org, userId: string): Promise<MemberRights | null> {
  return (await listRights(tx, org)).find(({ id }) => id === userId) ?? null;
}
