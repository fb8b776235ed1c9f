import type { PolicyRow } from './store/policies.ts';

/** The wire shape of a policy; null: there is none. */
export function describePolicy(row: PolicyRow | null) {
  const { rules = [], exemptKeyIds = [], updatedBy, updatedAt } = row ?? {};
  return { rules, exemptApiKeyIds: exemptKeyIds, updatedBy, updatedAt };
}
