import type { MemberRights } from '#areas/users/index.ts';
import { EFFECT_KINDS } from '#platform/db/effects.ts';
import type { Scope } from '#platform/http/operation.ts';
import { APPROVE, GUARDED_SCOPES } from './rules.ts';
import { MAX_APPROVERS_SHOWN } from './schema.ts';
import type { PolicyRow } from './store/policies.ts';

/** The wire shape of a policy; null: there is none. */
export function describePolicy(row: PolicyRow | null, members: readonly MemberRights[]) {
  const { rules = [], exemptKeyIds = [], updatedBy, updatedAt } = row ?? {};
  const approvers = EFFECT_KINDS.map((kind) => {
    const needed: Scope[] = [APPROVE, ...GUARDED_SCOPES[kind]];
    const able = members.filter(({ scopes }) => needed.every((scope) => scopes.has(scope)));
    return { kind, users: able.slice(0, MAX_APPROVERS_SHOWN).map(({ id, name }) => ({ id, name })) };
  });
  return { rules, exemptApiKeyIds: exemptKeyIds, approvers, updatedBy, updatedAt };
}
