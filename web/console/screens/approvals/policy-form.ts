import { exact } from '../../../api/decimal.ts';
import type { SetApprovalPolicyRequest } from '../../../api/generated/request-types.ts';
import type { ApprovalPolicy } from '../../../api/generated/types.ts';
import { isNegative } from '../../../format/decimals.ts';
import { readDecimal, typedDecimal } from '../../../format/typed-decimal.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type texts from '../../../messages/en/approvalPolicy.json';
import type { FormRow } from '../../../ui/form-rows.ts';
import type { Form, FormErrors } from '../../../ui/use-form.ts';

type Say = Translate<keyof typeof texts>;

/** Kinds of requests that have an amount. */
export const AMOUNT_KINDS = ['FINALIZATION', 'REFUND'] as const;
type AmountKind = (typeof AMOUNT_KINDS)[number];

export type PolicyFields = {
  FINALIZATION: boolean;
  REFUND: boolean;
  DELETION: boolean;
  /** `currency` and `amount` as typed. */
  limitsOfFINALIZATION: readonly FormRow[];
  limitsOfREFUND: readonly FormRow[];
  /** `id` of API keys that never wait. */
  keys: readonly FormRow[];
};

export const NEW_LIMIT = { currency: '', amount: '' };
export const NEW_KEY = { id: '' };

export function policyForm(
  policy: Pick<ApprovalPolicy, 'rules' | 'exemptApiKeyIds'>,
  say: Say,
): Form<PolicyFields, SetApprovalPolicyRequest> {
  const ruleOf = (kind: string) => policy.rules.find((rule) => rule.kind === kind);
  const limitsOf = (kind: AmountKind) =>
    (ruleOf(kind)?.limits ?? []).map(({ currency, amount }) => ({ currency, amount: typedDecimal(amount) }));
  return {
    initial: {
      FINALIZATION: ruleOf('FINALIZATION') !== undefined,
      REFUND: ruleOf('REFUND') !== undefined,
      DELETION: ruleOf('DELETION') !== undefined,
      limitsOfFINALIZATION: limitsOf('FINALIZATION'),
      limitsOfREFUND: limitsOf('REFUND'),
      keys: policy.exemptApiKeyIds.map((id) => ({ id })),
    },
    check: (fields) => check(fields, say),
    read,
  };
}

function check(fields: PolicyFields, say: Say): FormErrors<PolicyFields> {
  const limits = AMOUNT_KINDS.filter((kind) => fields[kind]).flatMap((kind) =>
    fields[`limitsOf${kind}`].map((row, index, rows) => {
      const at = (member: string) => `limitsOf${kind}.${index}.${member}`;
      const currency = codeOf(row);
      const isTwice = rows.findIndex((each) => codeOf(each) === currency) < index;
      const amount = readDecimal(row.amount ?? '');
      return {
        ...(!/^[A-Z]{3}$/.test(currency) && { [at('currency')]: say('currencyInvalid') }),
        ...(isTwice && { [at('currency')]: say('currencyTwice') }),
        ...((amount === null || isNegative(amount)) && { [at('amount')]: say('amountInvalid') }),
      };
    }),
  );
  const keys = fields.keys.map(({ id }, index) => (id ? {} : { [`keys.${index}.id`]: say('keyMissing') }));
  return Object.assign({}, ...limits, ...keys);
}

function codeOf({ currency = '' }: FormRow): string {
  return currency.trim().toUpperCase();
}

function read(fields: PolicyFields): SetApprovalPolicyRequest {
  const amounts = AMOUNT_KINDS.filter((kind) => fields[kind]).map((kind) => ({
    kind,
    limits: fields[`limitsOf${kind}`].map((row) => ({
      currency: codeOf(row),
      amount: exact(readDecimal(row.amount ?? '') ?? '0'),
    })),
  }));
  return {
    rules: [...amounts, ...(fields.DELETION ? [{ kind: 'DELETION' as const }] : [])],
    exemptApiKeyIds: [...new Set(fields.keys.map(({ id = '' }) => id))],
  };
}
