import type { Tx } from '#platform/db/database.ts';
import { noteEffect } from '#platform/db/effects.ts';
import type { Scope } from '#platform/http/operation.ts';

/** With it, a user may approve the requests of others. */
const APPROVE = 'approvals:write' satisfies Scope;

/**
 * Notes that somebody gets the right to approve, or an approver gets more rights: otherwise one person could
 * make another one of its own, and act alone.
 */
export function noteAccess(
  tx: Tx,
  {
    before,
    after,
    of,
    action,
  }: {
    before: readonly Scope[];
    after: readonly Scope[];
    of: { type: 'user' | 'invitation' | 'role'; id: string };
    action: 'GIVE_ROLE' | 'CHANGE_ROLE';
  },
): void {
  const isMore = after.some((scope) => !before.includes(scope));
  if (!isMore || !after.includes(APPROVE)) return;
  noteEffect(tx, { kind: 'ACCESS', action, subject: of, accountId: null, money: null });
}
