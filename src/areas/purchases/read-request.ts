import { type RateCardDetails, toStoredDetails } from '#areas/price-plans/index.ts';
import { decimalText } from '#core/decimal.ts';
import { localDate } from '#core/period-zone.ts';
import { purchaseInvalid, typeRefused } from './problems.ts';
import type { PurchaseRequest } from './schema.ts';
import type { NewPurchase } from './store.ts';

export type RequestedType = 'ENTITLEMENT_GRANT' | 'ASSOCIATION' | 'WALLET_TOPUP';

/** Returns the type of a request, if callers may use it. Raises `typeRefused` or `purchaseInvalid`. */
export function readType(body: PurchaseRequest, { isProposal }: { isProposal: boolean }): RequestedType {
  const { type = 'ENTITLEMENT_GRANT' } = body;
  if (type === 'PREPAID' || (isProposal && type === 'WALLET_TOPUP')) throw typeRefused({ type });
  const foreign = FOREIGN[type].find((member) => body[member] !== undefined);
  if (foreign !== undefined)
    throw purchaseInvalid({ at: foreign, rule: `must not be sent with type ${type}` });
  return type;
}

/** An associated plan bills by its own cycles; a wallet top-up has no plan. */
const FOREIGN = {
  ENTITLEMENT_GRANT: ['associationOverride', 'walletTopupDetails'],
  ASSOCIATION: ['purchasePlanOverride', 'walletTopupDetails', 'quantity', 'rateCardQuantities'],
  WALLET_TOPUP: [
    ...(['pricePlanId', 'quantity', 'rateCardQuantities', 'purchasePlanOverride'] as const),
    ...(['associationOverride', 'effectiveFrom', 'effectiveUntil'] as const),
  ],
} as const satisfies Record<string, (keyof PurchaseRequest)[]>;

/** Checks the dates of a request against each other and now. A contract begins after its offer has ended. */
export function checkDates(
  body: PurchaseRequest,
  { now, timeZone, isProposal }: { now: Temporal.Instant; timeZone: string; isProposal: boolean },
): void {
  const { effectiveFrom, effectiveUntil, expiryDate } = body;
  if (expiryDate && Temporal.Instant.compare(expiryDate, now) <= 0)
    throw purchaseInvalid({ at: 'expiryDate', rule: `must be in the future, after ${now}` });
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

/** Returns the sent members as they are stored and shown again. */
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

/** Returns plain JSON with every decimal as canonical text. Its cards are already validated. */
function withTexts(override: object): object {
  return toStoredDetails(override as RateCardDetails, '');
}

function isBefore(a: Temporal.PlainDate, b: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(a, b) < 0;
}
