import type { InvoiceGroup } from '../../../api/generated/types.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type texts from '../../../messages/en/invoiceGroups.json';
import { type AddressFields, addressErrors, addressFieldsOf, type Say } from '../../../parts/address-form.ts';
import { isEmail } from '../../../session/credentials.ts';
import type { Form } from '../../../ui/use-form.ts';
import { bodyOf, daysOf, type GroupRequest, MAX_GRACE, MAX_TERM, memberIdsOf } from './group-request.ts';

export const TAX_ID_TYPES = ['EU_VAT', 'GB_VAT', 'CH_VAT', 'NO_VAT', 'US_EIN', 'AU_ABN', 'OTHER'] as const;

export type MemberRow = Readonly<{ id: string }>;
export type TaxIdRow = Readonly<{ type: string; country: string; value: string }>;

export type GroupFields = AddressFields & {
  name: string;
  email: string;
  /** `DAILY`: every invoice of a day is merged. `CYCLES`: those of cycles only. */
  consolidation: string;
  /** Empty: the default. */
  netTermDays: string;
  gracePeriod: string;
  taxIds: readonly TaxIdRow[];
  /** Of a new group; those of an existing one are on its page. */
  members: readonly MemberRow[];
};

interface Words {
  t: Translate<keyof typeof texts>;
  ofAddress: Say;
}

/** `group`: the one to change; null for a new one, which needs accounts. */
export function groupForm(
  group: InvoiceGroup | null,
  { t, ofAddress }: Words,
): Form<GroupFields, GroupRequest> {
  return {
    initial: fieldsOf(group),
    check: (fields) => ({
      ...(fields.name.trim() === '' && { name: t('nameMissing') }),
      ...(!isEmail(fields.email) && { email: t('emailMissing') }),
      ...(daysOf(fields.netTermDays, MAX_TERM) === undefined && { netTermDays: t('termInvalid') }),
      ...(daysOf(fields.gracePeriod, MAX_GRACE) === undefined && { gracePeriod: t('graceInvalid') }),
      ...addressErrors(fields, ofAddress),
      ...rowErrors(fields, t),
      ...(group === null && memberIdsOf(fields).length === 0 && { 'members.0.id': t('accountMissing') }),
    }),
    read: (fields) => ({ body: bodyOf(fields), accountIds: memberIdsOf(fields) }),
  };
}

function fieldsOf(group: InvoiceGroup | null): GroupFields {
  return {
    ...{ name: group?.name ?? '', email: group?.email ?? '', ...addressFieldsOf(group?.billingAddress) },
    consolidation: group?.dailyInvoiceConsolidation === false ? 'CYCLES' : 'DAILY',
    netTermDays: group?.netTermDays === undefined ? '' : String(group.netTermDays),
    // The group shows the longest of its members' while it has none of its own.
    gracePeriod: group === null ? '' : String(group.gracePeriod),
    taxIds: (group?.taxIds ?? []).map(({ type, value, country = '' }) => ({ type, value, country })),
    members: group === null ? [{ id: '' }] : [],
  };
}

function rowErrors({ taxIds, members }: GroupFields, t: Words['t']) {
  const errors: Record<`${string}.${number}.${string}`, string> = {};
  taxIds.forEach(({ value, country }, index) => {
    if (value.trim() === '') errors[`taxIds.${index}.value`] = t('taxIdMissing');
    if (!/^(?:[a-z]{2})?$/i.test(country.trim())) errors[`taxIds.${index}.country`] = t('countryInvalid');
  });
  members.forEach(({ id }, index) => {
    if (id === '') errors[`members.${index}.id`] = t('accountMissing');
  });
  return errors;
}
