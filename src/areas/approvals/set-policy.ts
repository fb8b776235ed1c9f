import { findKeyHolder } from '#areas/api-keys/index.ts';
import { approversTooFew, listRights } from '#areas/users/index.ts';
import { currencyDigits, isCurrency } from '#core/currency.ts';
import { decimalText } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import { noteEffect } from '#platform/db/effects.ts';
import type { Context, Org } from '#platform/http/operation.ts';
import { policyInvalid } from './problems.ts';
import { APPROVE, GUARDED_SCOPES, heldKinds, isLooser, type Policy } from './rules.ts';
import type { SetApprovalPolicyRequest } from './schema.ts';
import { lockPolicy, savePolicy } from './store/policies.ts';

/** A decision needs two users: the one who asks, and another one. */
const MIN_APPROVERS = 2;

/**
 * Replaces the policy. A change that lets something pass that had to wait before needs approval itself.
 * Raises `policyInvalid` and `approversTooFew`.
 */
export async function setPolicy(
  { tx, org, now, actor }: Pick<Context, 'tx' | 'org' | 'now' | 'actor'>,
  sent: SetApprovalPolicyRequest,
): Promise<void> {
  const policy = readRules(sent);
  const { version, ...before } = await lockPolicy(tx, org);
  for (const [i, id] of policy.exemptKeyIds.entries())
    if (!before.exemptKeyIds.includes(id) && !(await findKeyHolder(tx, org, id)))
      throw policyInvalid({ at: `exemptApiKeyIds[${i}]`, rule: 'must be the id of an API key' });
  await checkApprovers(tx, org, policy);
  if (isLooser(before, policy))
    noteEffect(tx, {
      ...{ kind: 'ACCESS', action: 'LOOSEN_POLICY', accountId: null, money: null },
      // Of the policy that was replaced: the approval does not undo what has changed since.
      subject: { type: 'approval_policy', id: String(version) },
    });
  await savePolicy(tx, org, { ...policy, updatedBy: actor.credentialId, now });
}

function readRules({ rules, exemptApiKeyIds = [] }: SetApprovalPolicyRequest): Policy {
  const kinds = rules.map(({ kind }) => kind);
  if (new Set(kinds).size < kinds.length)
    throw policyInvalid({ at: 'rules', rule: 'must have at most one rule of each kind' });
  return { rules: rules.map(readRule), exemptKeyIds: exemptApiKeyIds };
}

function readRule({ kind, limits = [] }: SetApprovalPolicyRequest['rules'][number], index: number) {
  const at = `rules[${index}].limits`;
  if (kind === 'DELETION' && limits.length > 0)
    throw policyInvalid({ at, rule: 'must be absent for DELETION, which is about no amount' });
  const currencies = limits.map(({ currency }) => currency);
  if (new Set(currencies).size < currencies.length)
    throw policyInvalid({ at, rule: 'must have each currency once' });
  return {
    kind,
    limits: limits.map(({ currency, amount }, i) => {
      if (!isCurrency(currency))
        throw policyInvalid({ at: `${at}[${i}].currency`, rule: 'must be an ISO 4217 code such as EUR' });
      const digits = currencyDigits(currency);
      if (amount.decimalPlaces() > digits)
        throw policyInvalid({
          at: `${at}[${i}].amount`,
          rule: `must have at most ${digits} decimal places in ${currency}`,
        });
      return { currency, amount: decimalText(amount) };
    }),
  };
}

/**
 * For each scope of what waits, two users must be able to approve, or the organization would lock itself
 * out. The caller has locked the policy. Raises `approversTooFew`.
 */
export async function checkApprovers(tx: Tx, org: Org, policy: Policy): Promise<void> {
  const scopes = new Set(heldKinds(policy).flatMap((kind) => GUARDED_SCOPES[kind]));
  if (scopes.size === 0) return;
  const members = (await listRights(tx, org)).filter((member) => member.scopes.has(APPROVE));
  for (const scope of scopes) {
    const names = members.filter((member) => member.scopes.has(scope)).map(({ name }) => name);
    if (names.length < MIN_APPROVERS) throw approversTooFew({ scope, names });
  }
}
