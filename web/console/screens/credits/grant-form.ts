import { exact } from '../../../api/decimal.ts';
import type { createCredits } from '../../../api/generated/credits.ts';
import type { InputOf } from '../../../api/operation.ts';
import { compare, wholeOf } from '../../../format/decimals.ts';
import { readDecimal } from '../../../format/typed-decimal.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type texts from '../../../messages/en/grantForm.json';
import type { FormRow } from '../../../ui/form-rows.ts';
import type { Form, FormErrors } from '../../../ui/use-form.ts';

/** Groups of charges that a credit may pay. */
export const CHARGE_GROUPS = [
  'ALL_USAGE_METER_RATE_CARDS',
  'ALL_FIXED_FEE_RATE_CARDS',
  'ALL_LICENSE_RATE_CARDS',
  'ALL_ENTITLEMENT_RATE_CARDS',
  'ALL_OVERAGE_RATE_CARDS',
] as const;
type ChargeGroup = (typeof CHARGE_GROUPS)[number];

/** A meter, an add-on or a feature. */
export type ScopeRow = FormRow & { kind: 'METER' | 'ADD_ON' | 'FEATURE'; id: string };

export type GrantFields = {
  accountId: string;
  purpose: string;
  amount: string;
  effectiveFrom: string;
  effectiveUntil: string;
  priority: string;
  scope: string;
  billables: readonly ScopeRow[];
  grantorId: string;
  idempotencyKey: string;
} & Record<ChargeGroup, boolean>;

export type Grant = InputOf<typeof createCredits>['body']['creditRequests'][number];

/** Lower values are spent first. */
export const DEFAULT_PRIORITY = '10';
const MAX_PRIORITY = 100;

export function grantForm(
  start: { accountId: string; today: string },
  t: Translate<keyof typeof texts>,
): Form<GrantFields, Grant> {
  return {
    initial: {
      ...{ accountId: start.accountId, purpose: '', amount: '', priority: DEFAULT_PRIORITY },
      ...{ effectiveFrom: start.today, effectiveUntil: '', scope: 'ALL', billables: [] },
      ...{ grantorId: '', idempotencyKey: '' },
      ...{ ALL_USAGE_METER_RATE_CARDS: false, ALL_FIXED_FEE_RATE_CARDS: false },
      ...{ ALL_LICENSE_RATE_CARDS: false, ALL_ENTITLEMENT_RATE_CARDS: false, ALL_OVERAGE_RATE_CARDS: false },
    },
    check: (fields) => checkGrant(fields, start.today, t),
    read: grantOf,
  };
}

function checkGrant(
  fields: GrantFields,
  today: string,
  t: Translate<keyof typeof texts>,
): FormErrors<GrantFields> {
  const { accountId, purpose, effectiveFrom, effectiveUntil, scope, billables } = fields;
  const isReversed = effectiveUntil !== '' && effectiveUntil < effectiveFrom;
  const isPast = effectiveUntil !== '' && effectiveUntil < today;
  const rowErrors = billables.flatMap(({ id }, index) =>
    scope === 'CHOSEN' && id === '' ? [[`billables.${index}.id`, t('billableMissing')]] : [],
  );
  return {
    ...(accountId === '' && { accountId: t('accountMissing') }),
    ...(purpose.trim() === '' && { purpose: t('purposeMissing') }),
    ...(amountOf(fields) === null && { amount: t('amountInvalid') }),
    ...(effectiveFrom === '' && { effectiveFrom: t('fromMissing') }),
    ...(isReversed && { effectiveUntil: t('untilReversed') }),
    ...(!isReversed && isPast && { effectiveUntil: t('untilPast') }),
    ...(priorityOf(fields) === null && { priority: t('priorityInvalid') }),
    ...(scope === 'CHOSEN' && scopeOf(fields).length === 0 && { scope: t('scopeMissing') }),
    ...Object.fromEntries(rowErrors),
  };
}

function amountOf({ amount }: GrantFields): string | null {
  const read = readDecimal(amount);
  return read !== null && compare(read, '0') > 0 ? read : null;
}

function priorityOf({ priority }: GrantFields): number | null {
  const read = wholeOf(priority.trim());
  return read !== null && read >= 1 && read <= MAX_PRIORITY ? read : null;
}

function scopeOf(fields: GrantFields): string[] {
  if (fields.scope === 'ALL') return [];
  const ids = fields.billables.map(({ id }) => id).filter((id) => id !== '');
  return [...new Set([...CHARGE_GROUPS.filter((group) => fields[group]), ...ids])];
}

function grantOf(fields: GrantFields): Grant {
  const { accountId, purpose, effectiveFrom, effectiveUntil } = fields;
  const [scope, grantorId, key] = [scopeOf(fields), fields.grantorId.trim(), fields.idempotencyKey.trim()];
  return {
    ...{ accountId, purpose: purpose.trim(), creditAmount: exact(amountOf(fields) ?? '0') },
    ...{ effectiveFrom, priority: priorityOf(fields) ?? 1 },
    ...(effectiveUntil !== '' && { effectiveUntil }),
    ...(scope.length > 0 && { applicableEntityIds: scope }),
    ...(grantorId !== '' && { grantorId }),
    ...(key !== '' && { idempotencyKey: key }),
  };
}

/** What to preview, as soon as an amount and an account are known; what is missing has its default. */
export function previewOf(fields: GrantFields): Grant | null {
  if (fields.accountId === '' || amountOf(fields) === null || fields.effectiveFrom === '') return null;
  const grant = grantOf(fields);
  return { ...grant, purpose: grant.purpose || '—' };
}
