import { readTaxIds } from '#areas/customers/index.ts';
import { aliasKey } from './alias-rules.ts';
import { tagInvalid } from './problems.ts';
import type { BillingInformation, UpdateAccountRequest } from './schema.ts';
import type { AccountChange } from './store/accounts.ts';
import type { AccountsTable } from './tables.ts';

const TAG = /^[a-z0-9 _.:/-]{1,50}$/;

/** Normalizes tags: trimmed, lower case, without duplicates. Raises `tagInvalid`. */
export function readTags(sent: readonly string[]): string[] {
  const tags = sent.map(aliasKey);
  const at = tags.findIndex((tag) => !TAG.test(tag));
  if (at >= 0) throw tagInvalid({ at });
  return [...new Set(tags)];
}

type BillingColumns = Pick<
  AccountsTable,
  'emailRecipients' | 'additionalEmailRecipients' | 'hasBillingInformation'
>;

/** Stores an empty object and an absent one differently, so that a response repeats the request. */
export function readBilling(sent: BillingInformation | null | undefined): BillingColumns {
  return {
    hasBillingInformation: Boolean(sent),
    emailRecipients: sent?.emailRecipients ? onceInAnyCase(sent.emailRecipients) : null,
    additionalEmailRecipients: sent?.additionalEmailRecipients
      ? onceInAnyCase(sent.additionalEmailRecipients)
      : null,
  };
}

function onceInAnyCase(emails: readonly string[]): string[] {
  return [...new Map(emails.toReversed().map((email) => [email.toLowerCase(), email])).values()].toReversed();
}

/** The columns that a PATCH changes, without the address, which the customers area reads. */
export function readAccountChange(sent: Omit<UpdateAccountRequest, 'expectedVersion'>): AccountChange {
  const { metadata, tags, taxIds, primaryEmail, billingInformation, ...plain } = sent;
  const columns = { ...plain } as AccountChange;
  return {
    ...withoutAbsent(columns),
    ...(primaryEmail !== undefined && { primaryEmail: primaryEmail || null }),
    ...(metadata && { metadata }),
    ...(tags !== undefined && { tags: tags && readTags(tags) }),
    ...(taxIds !== undefined && { taxIds: taxIds && readTaxIds(taxIds) }),
    ...(billingInformation !== undefined && readBilling(billingInformation)),
  };
}

function withoutAbsent<T extends object>(members: T): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
}
