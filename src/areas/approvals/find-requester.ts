import { findKeyHolder, findUsableKey } from '#areas/api-keys/index.ts';
import { findRights } from '#areas/users/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { requesterUnknown } from '#platform/http/approval-problems.ts';
import type { Actor, Context, Org } from '#platform/http/operation.ts';
import type { ApprovalRow } from './store/approvals.ts';

type Requester = Pick<ApprovalRow, 'requesterType' | 'requesterId' | 'requesterName' | 'personId'>;

/** The sender of a request, and the person behind it. Raises `requesterUnknown`. */
export async function getRequester({
  tx,
  org,
  actor,
}: Pick<Context, 'tx' | 'org' | 'actor'>): Promise<Requester> {
  const { user, credentialId: requesterId } = actor;
  if (user) return { requesterType: 'USER', requesterId, requesterName: user.name, personId: user.id };
  const key = await findKeyHolder(tx, org, requesterId);
  if (!key?.holderId) throw requesterUnknown();
  return { requesterType: 'API_KEY', requesterId, requesterName: key.name, personId: key.holderId };
}

/** The sender with its present rights; null if it has left, or if the key has ended. */
export async function findRequesterNow(
  tx: Tx,
  org: Org,
  { requesterType, requesterId: id }: Requester,
): Promise<Omit<Actor, 'approval'> | null> {
  const own = { org, credentialId: id, token: null, expiresAt: null, portal: null, keyRotation: 0 };
  if (requesterType === 'API_KEY') {
    const key = await findUsableKey(tx, org, id);
    return key && { ...own, scopes: key.scopes, keyRotation: key.keyRotation };
  }
  const member = await findRights(tx, org, id);
  if (!member) return null;
  const { name, orgId, scopes } = member;
  // It acts in this organization only, as if its identity provider vouched for it.
  const login = { sessionId: '', lacks: null, isOwnLogin: false, isStale: false };
  const user = { id, name, orgId, ...login };
  return { ...own, scopes, user };
}
