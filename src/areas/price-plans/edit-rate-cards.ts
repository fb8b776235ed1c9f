import { featureNotFound } from '#areas/features/index.ts';
import { usageMeterNotFound } from '#areas/usage-meters/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { applyCardOperations } from './apply-card-operations.ts';
import { requirePriceMeters } from './check-price-meters.ts';
import { getBillables } from './find-billables.ts';
import { grantedFor, requireEntities } from './find-unknown-entities.ts';
import {
  addOnNotFound,
  entityNotFound,
  rateCardInvalid,
  rateCardNameTaken,
  rateCardNotFound,
  tooManyRateCards,
} from './problems.ts';
import type { RateCardOperation } from './rate-card-schema.ts';
import { deleteRateCards, listRateCards, type RateCardRow, saveRateCards } from './store/rate-cards.ts';

/** Problems that `editRateCards` raises. */
export const CARD_PROBLEMS = [
  ...[rateCardNotFound, usageMeterNotFound, addOnNotFound, entityNotFound, featureNotFound],
  ...[rateCardNameTaken, rateCardInvalid, tooManyRateCards],
];

/**
 * Applies operations to the cards of a draft version or draft schedule, whose reference the caller has
 * locked. Returns the created or changed cards, in the order of the operations.
 */
export async function editRateCards(
  tx: Tx,
  org: Org,
  change: {
    referenceId: string;
    planId: string;
    planType: 'BILLING' | 'PURCHASE';
    operations: readonly RateCardOperation[];
    now: Temporal.Instant;
  },
): Promise<RateCardRow[]> {
  const { referenceId, planId, planType, operations, now } = change;
  const sent = operations.flatMap(({ rateCard }) => rateCard ?? []);
  const details = sent.map(({ rateCardDetails }) => rateCardDetails);
  const [cards, billables] = await Promise.all([
    listRateCards(tx, org, referenceId),
    getBillables(tx, org, sent),
    requireEntities(tx, org, details.flatMap(grantedFor)),
    requirePriceMeters(tx, org, details),
  ]);
  const draft = { referenceId, planId, planType, cards, billables };
  const { saved, deleted } = applyCardOperations(draft, operations);
  await deleteRateCards(tx, org, { referenceId, names: deleted });
  await saveRateCards(tx, org, { cards: saved, now });
  return saved;
}
