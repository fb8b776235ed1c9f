import { findAccount } from '#areas/accounts/index.ts';
import { findCustomer } from '#areas/customers/index.ts';
import { findInvoiceGroup } from '#areas/invoice-groups/index.ts';
import type { StoredInvoice } from '#areas/invoices/index.ts';
import { findSettingValue, type SettingOwner } from '#areas/settings/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

export interface Recipients {
  to: readonly string[];
  cc: readonly string[];
}

/** The current recipients of an invoice; for a group that has ended, those of the document. */
export async function findRecipients(tx: Tx, org: Org, invoice: StoredInvoice): Promise<Recipients> {
  const { accountId, groupId, details } = invoice;
  if (accountId !== null) return findAccountRecipients(tx, org, accountId);
  const group = groupId === null ? null : await findInvoiceGroup(tx, org, groupId);
  const email = group?.email ?? details.invoiceGroup?.email;
  return { to: email ? [email] : [], cc: [] };
}

/**
 * Those named by the account, or else its own address, or else that of its customer, plus its additional
 * recipients (money-platform.md, accounts).
 */
export async function findAccountRecipients(tx: Tx, org: Org, accountId: string): Promise<Recipients> {
  const account = await findAccount(tx, org, accountId);
  const cc = account?.additionalEmailRecipients ?? [];
  if (account?.emailRecipients?.length) return { to: account.emailRecipients, cc };
  if (account?.primaryEmail) return { to: [account.primaryEmail], cc };
  const customer = account?.customerId ? await findCustomer(tx, org, account.customerId) : null;
  return { to: customer ? [customer.primaryEmail] : [], cc };
}

/** Whom a document is for: an account, an invoice group, or neither, as a customer. */
interface MailedTo {
  accountId: string | null;
  groupId: string | null;
}

/** Whether the setting INVOICE_MAIL lets documents be mailed. */
export async function isMailed(tx: Tx, org: Org, { accountId, groupId }: MailedTo): Promise<boolean> {
  const candidates: SettingOwner[] = [
    ...(accountId === null ? [] : [{ entityType: 'ACCOUNT', entityId: accountId } as const]),
    ...(groupId === null ? [] : [{ entityType: 'INVOICE_GROUP', entityId: groupId } as const]),
    { entityType: 'ORGANIZATION', entityId: org.id },
  ];
  const wanted = { namespace: 'PLATFORM', id: 'INVOICE_MAIL', candidates };
  return (await findSettingValue(tx, org, wanted)) !== 'false';
}
