import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { InvoiceDetails, InvoiceInfo } from '../schema.ts';
import { readDoneItems, readRequiredItems, type Seller, type SetupItem } from './seller-setup.ts';

/** Code in `info` of a draft: the seller's data is too incomplete to issue it. */
export const ORGANIZATION_INCOMPLETE = 'ORGANIZATION_INCOMPLETE';

/** Returns the same document, held back while the seller's data is incomplete. */
export async function requireSeller<
  T extends { details: InvoiceDetails; info: InvoiceInfo[]; isIncomplete: boolean },
>(tx: Tx, org: Org, computed: T): Promise<T> {
  const gaps = await findSellerGaps(tx, org, computed.details);
  if (gaps.length === 0) return computed;
  const others = computed.info.filter(({ type }) => type !== ORGANIZATION_INCOMPLETE);
  return { ...computed, info: [...others, ...gaps], isIncomplete: true };
}

/**
 * Returns the gaps in the seller's data, one sentence each, with the value to set. A sandbox issues under
 * any name, because it bills no real customer.
 */
async function findSellerGaps(tx: Tx, org: Org, seller: Seller): Promise<InvoiceInfo[]> {
  if (org.environment === 'sandbox' || !seller.organization) return [];
  const items = await readRequiredItems(tx, org);
  const done = await readDoneItems(tx, org, { seller, items });
  return items
    .filter((item) => !done.has(item))
    .map((item) => ({ type: ORGANIZATION_INCOMPLETE, value: SENTENCES[item] }));
}

const SELLER = 'with PATCH /ext/v1/organization/seller_entities/{seller_entity_id}';
const SENTENCES: Readonly<Record<SetupItem, string>> = {
  NAME: 'the organization still has the name default: set its name with PATCH /ext/v1/organization',
  ADDRESS: 'the organization has no address: set its address with PATCH /ext/v1/organization',
  TAX_ID: `the seller entity has no tax id: set its taxIds ${SELLER}`,
  NET_TERMS: 'nobody has chosen the net terms: set NET_TERM_DAYS with PATCH /ext/v1/organization/settings',
  LOGO: `the seller entity and the invoice template have no logo: set its logoFileId ${SELLER}`,
  SENDER: 'replies to mails reach nobody: set the primaryEmail with PATCH /ext/v1/organization',
};
