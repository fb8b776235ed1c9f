import { getOrganization } from '#areas/organizations/index.ts';
import { startOfDay } from '#core/period-zone.ts';
import type { Context } from '#platform/http/operation.ts';
import type { NewPurchase } from './store.ts';

/**
 * Until when a proposal can be answered: as it says, or else until what it proposes would have begun. Null:
 * for ever.
 */
export async function findProposalEnd(
  { tx, org }: Pick<Context, 'tx' | 'org'>,
  { expiryDate, effectiveFrom }: Pick<NewPurchase, 'expiryDate' | 'effectiveFrom'>,
): Promise<Temporal.Instant | null> {
  if (expiryDate || !effectiveFrom) return expiryDate;
  return startOfDay(effectiveFrom, (await getOrganization(tx, org)).timezone);
}
