import type { RateCardDetails } from '../../../api/generated/request-types.ts';
import type { CardFields, CardType } from './card-fields.ts';
import {
  count,
  decimalOf,
  flatRates,
  grantOf,
  licenseTerms,
  type RefundMode,
  recurrenceOf,
  windowsOf,
} from './card-request-parts.ts';
import { isDynamic, pricesOf } from './tier-request.ts';

/** The details of a card whose fields have no errors. */
export function detailsOf(
  type: CardType,
  fields: CardFields,
  currencies: readonly string[],
): RateCardDetails {
  const { isProrated: enableProration } = fields;
  const refund = { ...(fields.refundMode && { proratedRefundMode: fields.refundMode as RefundMode }) };
  const prices = () => pricesOf(fields, currencies);
  const most = decimalOf(fields.maximumQuantity);
  switch (type) {
    case 'USAGE': {
      const capped = most && { maximumQuantity: most };
      const priceMeter = isDynamic(fields) && { priceMeterId: fields.priceMeterId };
      return { usageRateCard: { ...prices(), ...capped, ...priceMeter } };
    }
    case 'FIXED_FEE':
      return {
        fixedFeeRateCard: {
          ...{ enableProration, rateValues: flatRates(fields, currencies) },
          ...(enableProration && refund),
          ...recurrenceOf(fields),
        },
      };
    case 'LICENSE':
      return { licenseRateCard: { ...prices(), ...licenseTerms(fields), ...(enableProration && refund) } };
    case 'BILLING_ENTITLEMENT': {
      const { recurrenceConfig } = recurrenceOf(fields);
      const featureConfigs = windowsOf(fields);
      return {
        billingEntitlementRateCard: {
          ...prices(),
          featureConfigs,
          ...(recurrenceConfig && { recurrenceConfig }),
        },
      };
    }
    case 'ENTITLEMENT_OVERAGE': {
      const billingConfig = { interval: count(fields.interval, 1), startOffset: count(fields.offset, 0) };
      return {
        entitlementOverageRateCard: { ...prices(), billingConfig, ...(most && { maxQuantity: most }) },
      };
    }
    case 'CREDIT_GRANT':
      return { creditGrantRateCard: grantOf(fields, currencies) };
    case 'MINIMUM_COMMITMENT': {
      const { includesAdvanceFees: includeAdvanceFees } = fields;
      return { minimumCommitmentRateCard: { rateValues: flatRates(fields, currencies), includeAdvanceFees } };
    }
    default:
      return type satisfies never;
  }
}
