import { describeRole } from './describe-role.ts';
import type { InvitationRow } from './store/invitations.ts';
import type { MemberRow } from './store/memberships.ts';
import type { ListedSession } from './store/sessions.ts';

/** The wire shape of a member. */
export function describeUser(row: MemberRow) {
  const { id, name, email, hasSecondFactor, lastLoginAt, createdAt, updatedAt } = row;
  const login = lastLoginAt && { lastLoginAt };
  return { id, name, email, hasSecondFactor, ...describeRole(row), ...login, createdAt, updatedAt };
}

/** The wire shape of an invitation, in real time. */
export function describeInvitation(row: InvitationRow, now: Temporal.Instant) {
  const { id, email, invitedBy, createdAt, expiresAt } = row;
  const isOver = Temporal.Instant.compare(expiresAt, now) <= 0;
  const status: 'EXPIRED' | 'PENDING' = isOver ? 'EXPIRED' : 'PENDING';
  return { id, email, ...describeRole(row), invitedBy, status, createdAt, expiresAt };
}

/** The wire shape of a session in a list; `current` is the session of the request, if any. */
export function describeLogin(row: ListedSession, current: string | null) {
  const { id, organizationId, address, browser, createdAt, lastUsedAt, expiresAt } = row;
  return {
    ...{ id, organizationId, address, browser, createdAt, lastUsedAt, expiresAt },
    isCurrent: id === current,
  };
}
