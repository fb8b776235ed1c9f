import { createHash } from 'node:crypto';
import { canonicalJson } from '#core/canonical-json.ts';
import { currencyDigits, isCurrency } from '#core/currency.ts';
import { type Decimal, decimal, decimalText, ZERO } from '#core/decimal.ts';
import type { Effect, EffectKind } from '#platform/db/effects.ts';
import type { Scope } from '#platform/http/operation.ts';
import { MAX_EFFECTS_SHOWN, type StoredEffect, type StoredTotal } from './schema.ts';
import type { ApprovalPoliciesTable, StoredRule } from './tables.ts';

export type Policy = Pick<ApprovalPoliciesTable, 'rules' | 'exemptKeyIds'>;

/** The scope that everybody who approves has, besides that of the operation. */
export const APPROVE = 'approvals:write' satisfies Scope;

/** The scopes of the guarded operations, by kind: two users must be able to approve each of them. */
export const GUARDED_SCOPES: Readonly<Record<EffectKind, readonly Scope[]>> = {
  FINALIZATION: ['invoices:write', 'jobs:write'],
  REFUND: ['invoices:write', 'payments:write', 'wallet:write', 'credits:write'],
  DELETION: [
    ...(['customers:write', 'accounts:write', 'catalog:write', 'plans:write', 'settings:write'] as const),
    ...(['invoices:write', 'reports:write', 'webhooks:write', 'sellers:write'] as const),
  ],
  ACCESS: ['org:write'],
};

/** The amounts of a kind in a currency, or of no currency. */
interface Sum {
  kind: EffectKind;
  currency: string | null;
  amount: Decimal | null;
  count: number;
}

/** Sums effects by kind and currency, in the order of their first. */
export function sumEffects(effects: readonly Effect[]): Sum[] {
  const sums = new Map<string, Sum>();
  for (const { kind, money } of effects) {
    const currency = money?.currency ?? null;
    const sum = sums.getOrInsertComputed(`${kind} ${currency}`, () => ({
      ...{ kind, currency, count: 0 },
      amount: currency === null ? null : ZERO,
    }));
    sum.count++;
    if (money) sum.amount = (sum.amount ?? ZERO).plus(money.amount);
  }
  return [...sums.values()];
}

/**
 * Whether a policy makes such effects wait. An exempt key never waits, except for changes of access. A
 * request that loosens the policy waits by the policy that it replaces, whatever the new one says.
 */
export function isHeld({ rules, exemptKeyIds }: Policy, effects: readonly Effect[], keyId: string | null) {
  if (effects.some(({ action }) => action === 'LOOSEN_POLICY')) return true;
  if (rules.length === 0) return false;
  const isExempt = keyId !== null && exemptKeyIds.includes(keyId);
  return sumEffects(effects).some((sum) => {
    if (sum.kind === 'ACCESS') return true;
    return !isExempt && isAbove(rules, sum);
  });
}

/** Whether an amount of a kind is above its limit; without a limit for its currency, every amount is. */
export function isAbove(
  rules: readonly StoredRule[],
  { kind, currency, amount }: Pick<Sum, 'kind' | 'currency' | 'amount'>,
): boolean {
  const rule = rules.find((each) => each.kind === kind);
  if (!rule) return false;
  const limit = rule.limits.find((each) => each.currency === currency);
  return !limit || amount === null || amount.gt(decimal(limit.amount));
}

/**
 * Whether a change of the policy lets a request pass that had to wait before: a rule is gone, a limit is
 * higher or new, or a key is exempt.
 */
export function isLooser(before: Policy, after: Policy): boolean {
  if (after.exemptKeyIds.some((id) => !before.exemptKeyIds.includes(id))) return before.rules.length > 0;
  return before.rules.some((rule) => {
    const now = after.rules.find(({ kind }) => kind === rule.kind);
    return !now || now.limits.some((limit) => isHigher(limit, rule));
  });
}

function isHigher({ currency, amount }: StoredRule['limits'][number], before: StoredRule): boolean {
  const limit = before.limits.find((each) => each.currency === currency);
  return !limit || decimal(amount).gt(decimal(limit.amount));
}

/** The kinds that a policy makes wait. */
export function heldKinds({ rules }: Policy): EffectKind[] {
  return rules.length === 0 ? [] : [...rules.map(({ kind }) => kind), 'ACCESS'];
}

/** What an approval stores and shows of the effects. */
export function describeEffects(effects: readonly Effect[]) {
  const stored = effects.map(storedEffect);
  const totals = sumEffects(effects).map(
    ({ kind, count, currency, amount }): StoredTotal => ({
      ...{ kind, count },
      ...(currency !== null && { currency }),
      ...(amount !== null && { amount: decimalText(amount) }),
    }),
  );
  return {
    ...{ totals, effects: stored.slice(0, MAX_EFFECTS_SHOWN), effectCount: stored.length },
    kinds: [...new Set(effects.map(({ kind }) => kind))],
    digest: digestOf(stored),
  };
}

function storedEffect({ kind, action, subject, accountId, money }: Effect): StoredEffect {
  return {
    ...{ kind, action },
    ...(subject && { subjectType: subject.type, subjectId: subject.id }),
    ...(accountId !== null && { accountId }),
    ...(money && { amount: decimalText(money.amount), currency: money.currency }),
  };
}

/** The same for the same effects in any order. */
function digestOf(effects: readonly StoredEffect[]): string {
  const lines = effects.map((effect) => canonicalJson(effect)).sort();
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** The amounts in a sentence: `120.00 EUR, 3 deletions`. */
export function sayTotals(totals: readonly StoredTotal[]): string {
  return totals
    .map(({ kind, count, amount, currency }) => {
      const [one, many] = NOUNS[kind];
      const counted = count === 1 ? `a ${one}` : `${count} ${many}`;
      return amount === undefined ? counted : `${counted} of ${sayMoney(amount, currency ?? '')}`;
    })
    .join(' and ');
}

/** With the digits of the currency, and more where there are more. */
function sayMoney(amount: string, currency: string): string {
  const value = decimal(amount);
  const digits = isCurrency(currency) ? currencyDigits(currency) : 0;
  return `${value.toFixed(Math.max(digits, value.decimalPlaces()))} ${currency}`;
}

const NOUNS: Record<EffectKind, readonly [one: string, many: string]> = {
  FINALIZATION: ['finalization', 'finalizations'],
  REFUND: ['refund', 'refunds'],
  DELETION: ['deletion', 'deletions'],
  ACCESS: ['change of access', 'changes of access'],
};
