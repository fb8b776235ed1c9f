import { getOrganization } from '#areas/organizations/index.ts';
import { startOfDay } from '#core/period-zone.ts';
import type { Context } from '#platform/http/operation.ts';
import type { NewPurchase } from './store.ts';

/** Returns the deadline of a proposal: its own, or else the start of its content. Null: none. */
export async function findProposalEnd(
  { tx, org }: Pick<Context, 'tx' | 'org'>,
  { expiryDate, effectiveFrom }: Pick<NewPurchase, 'expiryDate' | 'effectiveFrom'>,
): Promise<Temporal.Instant | null> {
  if (expiryDate || !effectiveFrom) return expiryDate;
  return startOfDay(effectiveFrom, (await getOrganization(tx, org)).timezone);
}
