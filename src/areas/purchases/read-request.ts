import { type RateCardDetails, toStoredDetails } from '#areas/price-plans/index.ts';
import { decimalText } from '#core/decimal.ts';
import { localDate } from '#core/period-zone.ts';
import { purchaseInvalid, typeRefused } from './problems.ts';
import type { PurchaseRequest } from './schema.ts';
import type { NewPurchase } from './store.ts';

export type AskedType = 'ENTITLEMENT_GRANT' | 'ASSOCIATION' | 'WALLET_TOPUP';

/** What a request asks for, as far as callers may ask. Raises `typeRefused` or `purchaseInvalid`. */
export function readType(body: PurchaseRequest, { isProposal }: { isProposal: boolean }): AskedType {
  const { type = 'ENTITLEMENT_GRANT' } = body;
  if (type === 'PREPAID' || (isProposal && type === 'WALLET_TOPUP')) throw typeRefused({ type });
  const foreign = FOREIGN[type].find((member) => body[member] !== undefined);
  if (foreign !== undefined) throw purchaseInvalid({ at: foreign, rule: `does not belong to ${type}` });
  return type;
}

/** A plan that is associated bills by itself, as often as its cycles come; money has no plan. */
const FOREIGN = {
  ENTITLEMENT_GRANT: ['associationOverride', 'walletTopupDetails'],
  ASSOCIATION: ['purchasePlanOverride', 'walletTopupDetails', 'quantity', 'rateCardQuantities'],
  WALLET_TOPUP: [
    ...(['pricePlanId', 'quantity', 'rateCardQuantities', 'purchasePlanOverride'] as const),
    ...(['associationOverride', 'effectiveFrom', 'effectiveUntil'] as const),
  ],
} as const satisfies Record<string, (keyof PurchaseRequest)[]>;

/** The dates of a request among each other and to now. A contract begins after its offer has ended. */
export function checkDates(
  body: PurchaseRequest,
  { now, timeZone, isProposal }: { now: Temporal.Instant; timeZone: string; isProposal: boolean },
): void {
  const { effectiveFrom, effectiveUntil, expiryDate } = body;
  if (expiryDate && Temporal.Instant.compare(expiryDate, now) <= 0)
    throw purchaseInvalid({ at: 'expiryDate', rule: `must lie in the future, after ${now}` });
  if (effectiveFrom && effectiveUntil && !isBefore(effectiveFrom, effectiveUntil))
    throw purchaseInvalid({ at: 'effectiveUntil', rule: 'must be after effectiveFrom' });
  if (!isProposal || !effectiveFrom) return;
  const lastDay = localDate(expiryDate ?? now, timeZone);
  if (!isBefore(lastDay, effectiveFrom))
    throw purchaseInvalid({
      at: 'effectiveFrom',
      rule: `must be after ${lastDay}, ${expiryDate ? 'the day on which the proposal expires' : 'today'}`,
    });
}

type SentColumns =
  | 'quantity'
  | 'rateCardQuantities'
  | 'purchasePlanOverride'
  | 'associationOverride'
  | 'effectiveFrom'
  | 'effectiveUntil'
  | 'expiryDate'
  | 'idempotencyKey';

/** What was sent, as it is stored and shown again. */
export function sentColumns(body: PurchaseRequest): Pick<NewPurchase, SentColumns> {
  const { rateCardQuantities, purchasePlanOverride, associationOverride } = body;
  return {
    quantity: body.quantity ?? null,
    rateCardQuantities: rateCardQuantities
      ? Object.fromEntries(
          Object.entries(rateCardQuantities).map(([key, value]) => [key, decimalText(value)]),
        )
      : null,
    purchasePlanOverride: purchasePlanOverride ? withTexts(purchasePlanOverride) : null,
    associationOverride: associationOverride ? withTexts(associationOverride) : null,
    effectiveFrom: body.effectiveFrom ?? null,
    effectiveUntil: body.effectiveUntil ?? null,
    expiryDate: body.expiryDate ?? null,
    idempotencyKey: body.idempotencyKey ?? null,
  };
}

/** Plain JSON with every decimal as its canonical text. The cards in it have been read already. */
function withTexts(override: object): object {
  return toStoredDetails(override as RateCardDetails, '');
}

function isBefore(a: Temporal.PlainDate, b: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(a, b) < 0;
}
