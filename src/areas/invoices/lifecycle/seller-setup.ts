import { findTemplate, findVersion } from '#areas/invoice-templates/index.ts';
import { findOrgSetting } from '#areas/settings/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { InvoiceDetails } from '../schema.ts';

/** What a seller sets up before its first invoice, in the order in which people do it. */
export const SETUP_ITEMS = ['NAME', 'ADDRESS', 'TAX_ID', 'NET_TERMS', 'LOGO', 'SENDER'] as const;
export type SetupItem = (typeof SETUP_ITEMS)[number];
/** Invoices without these are no invoices. */
const ALWAYS_REQUIRED: readonly SetupItem[] = ['NAME', 'ADDRESS'];

export type Seller = Pick<InvoiceDetails, 'organization' | 'billing'>;

/** The name of the first organization until a user renames it. */
const UNNAMED = 'default';
const WHERE = ['line1', 'line2', 'postalCode', 'city'] as const;

/** The items without which production issues nothing: the organization can require all of them. */
export async function readRequiredItems(tx: Tx, org: Org): Promise<readonly SetupItem[]> {
  const isComplete = (await findOrgSetting(tx, org, 'SETUP_CHECKLIST')) === 'COMPLETE';
  return isComplete ? SETUP_ITEMS : ALWAYS_REQUIRED;
}

/** The items of a seller that are done. Reads settings only for those that ask for them. */
export async function readDoneItems(
  tx: Tx,
  org: Org,
  { seller, items }: { seller: Seller; items: readonly SetupItem[] },
): Promise<ReadonlySet<SetupItem>> {
  const done = new Set<SetupItem>();
  for (const item of items) if (await isDone(tx, org, { seller, item })) done.add(item);
  return done;
}

async function isDone(
  tx: Tx,
  org: Org,
  { seller: { organization, billing }, item }: { seller: Seller; item: SetupItem },
): Promise<boolean> {
  switch (item) {
    case 'NAME':
      return organization !== undefined && organization.businessName !== UNNAMED;
    case 'ADDRESS':
      return WHERE.some((member) => organization?.address[member]?.trim());
    case 'TAX_ID':
      return (billing?.taxIds ?? []).length > 0;
    case 'NET_TERMS':
      return (await findOrgSetting(tx, org, 'NET_TERM_DAYS')) !== null;
    case 'LOGO':
      return typeof billing?.logoFileId === 'string' || hasTemplateLogo(tx, org);
    case 'SENDER':
      return Boolean(organization?.primaryEmail);
    default:
      return item satisfies never;
  }
}

async function hasTemplateLogo(tx: Tx, org: Org): Promise<boolean> {
  const id = await findOrgSetting(tx, org, 'INVOICE_TEMPLATE_ID');
  const template = id === null ? null : await findTemplate(tx, org, id);
  const content = template && (await findVersion(tx, org, template));
  return typeof content?.logoFileId === 'string';
}
