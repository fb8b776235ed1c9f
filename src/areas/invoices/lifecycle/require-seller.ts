import type { Org } from '#platform/http/operation.ts';
import type { InvoiceDetails, InvoiceInfo } from '../schema.ts';

/** In `info` of a draft: who bills is not known well enough to issue it. */
export const ORGANIZATION_INCOMPLETE = 'ORGANIZATION_INCOMPLETE';

/** The name of the first organization, until somebody gives it one. */
const UNNAMED = 'default';
const WHERE = ['line1', 'line2', 'postalCode', 'city'] as const;

/** The same document, held back while who bills is incomplete. */
export function requireSeller<
  T extends { details: InvoiceDetails; info: InvoiceInfo[]; isIncomplete: boolean },
>(org: Org, computed: T): T {
  const gaps = findSellerGaps(org, computed.details);
  if (gaps.length === 0) return computed;
  const others = computed.info.filter(({ type }) => type !== ORGANIZATION_INCOMPLETE);
  return { ...computed, info: [...others, ...gaps], isIncomplete: true };
}

/**
 * What is missing of who bills, one sentence each, with what to set. A sandbox issues whatever it is called:
 * nobody is asked for money.
 */
function findSellerGaps(org: Org, { organization }: InvoiceDetails): InvoiceInfo[] {
  if (org.environment === 'sandbox' || !organization) return [];
  const { businessName, address } = organization;
  const gaps = [
    ...(businessName === UNNAMED
      ? ['the organization is still called default: set its name with PATCH /ext/v1/organization']
      : []),
    ...(WHERE.every((member) => !address[member]?.trim())
      ? ['the organization has no address: set its address with PATCH /ext/v1/organization']
      : []),
  ];
  return gaps.map((value) => ({ type: ORGANIZATION_INCOMPLETE, value }));
}
