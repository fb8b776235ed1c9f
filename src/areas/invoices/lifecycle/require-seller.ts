import type { Org } from '#platform/http/operation.ts';
import type { InvoiceDetails, InvoiceInfo } from '../schema.ts';

/** Code in `info` of a draft: the seller's data is too incomplete to issue it. */
export const ORGANIZATION_INCOMPLETE = 'ORGANIZATION_INCOMPLETE';

/** The name of the first organization until a user renames it. */
const UNNAMED = 'default';
const WHERE = ['line1', 'line2', 'postalCode', 'city'] as const;

/** Returns the same document, held back while the seller's data is incomplete. */
export function requireSeller<
  T extends { details: InvoiceDetails; info: InvoiceInfo[]; isIncomplete: boolean },
>(org: Org, computed: T): T {
  const gaps = findSellerGaps(org, computed.details);
  if (gaps.length === 0) return computed;
  const others = computed.info.filter(({ type }) => type !== ORGANIZATION_INCOMPLETE);
  return { ...computed, info: [...others, ...gaps], isIncomplete: true };
}

/**
 * Returns the gaps in the seller's data, one sentence each, with the value to set. A sandbox issues under
 * any name, because it bills no real customer.
 */
function findSellerGaps(org: Org, { organization }: InvoiceDetails): InvoiceInfo[] {
  if (org.environment === 'sandbox' || !organization) return [];
  const { businessName, address } = organization;
  const gaps = [
    ...(businessName === UNNAMED
      ? ['the organization still has the name default: set its name with PATCH /ext/v1/organization']
      : []),
    ...(WHERE.every((member) => !address[member]?.trim())
      ? ['the organization has no address: set its address with PATCH /ext/v1/organization']
      : []),
  ];
  return gaps.map((value) => ({ type: ORGANIZATION_INCOMPLETE, value }));
}
