import type { createInvoiceGroup, updateInvoiceGroup } from '../../../api/generated/invoice-groups.ts';
import type { TaxId } from '../../../api/generated/types.ts';
import type { InputOf } from '../../../api/operation.ts';
import { wholeOf } from '../../../format/decimals.ts';
import { readAddress } from '../../../parts/address-form.ts';
import type { GroupFields } from './group-form.ts';

type Sent = InputOf<typeof updateInvoiceGroup>['body'];
export type GroupBody = { [Name in keyof Sent]-?: Exclude<Sent[Name], undefined> };
type NewGroupBody = InputOf<typeof createInvoiceGroup>['body'];

/** What is sent; the accounts of a new group only. */
export interface GroupRequest {
  body: GroupBody;
  accountIds: string[];
}

export const [MAX_TERM, MAX_GRACE] = [365, 90] as const;

/** Null: the default. Undefined: no number of days. */
export function daysOf(text: string, max: number): number | null | undefined {
  if (text.trim() === '') return null;
  const days = wholeOf(text.trim());
  return days !== null && days <= max ? days : undefined;
}

export function memberIdsOf({ members }: GroupFields): string[] {
  return [...new Set(members.map(({ id }) => id).filter((id) => id !== ''))];
}

export function bodyOf(fields: GroupFields): GroupBody {
  return {
    ...{ name: fields.name.trim(), email: fields.email.trim(), address: readAddress(fields) },
    dailyInvoiceConsolidation: fields.consolidation === 'DAILY',
    netTermDays: daysOf(fields.netTermDays, MAX_TERM) ?? null,
    gracePeriod: daysOf(fields.gracePeriod, MAX_GRACE) ?? null,
    taxIds: fields.taxIds.map(({ type, value, country }) => ({
      ...{ type: type as TaxId['type'], value: value.trim() },
      ...(country.trim() !== '' && { country: country.trim().toUpperCase() }),
    })),
  };
}

/** A new group has no members that are null. */
export function newGroupOf({ body, accountIds }: GroupRequest): NewGroupBody {
  const { netTermDays, gracePeriod, ...rest } = body;
  return {
    ...rest,
    accountIds,
    ...(netTermDays !== null && { netTermDays }),
    ...(gracePeriod !== null && { gracePeriod }),
  };
}
