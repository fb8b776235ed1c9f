import {
  type FeatureDebit,
  type FeatureRemainder,
  type FeatureWallet,
  planDebit,
  remainderOf,
} from '#areas/entitlements/index.ts';
import type { FeatureDetails } from '#areas/event-schemas/index.ts';
import type { MeterFields } from '#areas/usage-meters/index.ts';
import { decimal, decimalText, ZERO } from '#core/decimal.ts';
import { invalidUnits, isStorable, TOO_LONG } from './meter-fields.ts';
import type { Failure } from './statuses.ts';

/** Step 8: the debit of an event, or why it is rejected (`metering-pricing.md` 11.3). */
export function debitFields(
  fields: MeterFields,
  { featureId, attributeName, wallet }: FeatureDetails & { wallet: FeatureWallet },
  at: Temporal.Instant,
): FeatureDebit | Failure {
  const text = fields.attributes.get(attributeName);
  if (text === undefined) return invalidUnits(`feature ${featureId}: attribute ${attributeName} is missing`);
  if (!isStorable(text)) return invalidUnits(`attribute ${attributeName} ${TOO_LONG}`);
  const units = decimal(text);
  // Only a correction returns credits.
  if (units.lt(0)) return invalidUnits(`attribute ${attributeName} of feature ${featureId} is negative`);
  const debit = planDebit(wallet, { at, units });
  return debit ?? insufficientCredits(featureId, decimalText(units), remainderOf(wallet, at));
}

function insufficientCredits(featureId: string, units: string, left: FeatureRemainder): Failure {
  const [credits, overage] = [left.credits, left.overage ?? ZERO].map(decimalText);
  return {
    status: 'INGESTION_FAILED_INSUFFICIENT_CREDITS',
    description:
      `feature ${featureId} has ${credits} credits and ${overage} overage left, ` +
      `and the event uses ${units}`,
  };
}
