import { currencyDigits, isCurrency } from '#core/currency.ts';
import { decimal } from '#core/decimal.ts';
import { parseDuration } from '#core/json-logic/duration.ts';
import { checkRateConfig } from '#core/rating/index.ts';
import { checkRecurrence } from '#core/rating/recurrence.ts';
import type { StoredCreditGrantCard } from './card-details-schema.ts';
import { checkCurrencies } from './check-currencies.ts';
import { checkDuration } from './check-feature-configs.ts';
import { bounds, sentence } from './check-prices.ts';

type GrantDetails = StoredCreditGrantCard['grantDetails'];
type CurrencyDetail = StoredCreditGrantCard['rateDetails']['currencySlabRateDetails'][number];

/** Problems of a credit grant card on its own (`metering-pricing.md` 16.5). */
export function checkCreditGrantCard(card: StoredCreditGrantCard, path: string): string[] {
  const { interval = 1, offset = 0 } = card.recurrenceConfig ?? {};
  const { pricingModel, currencySlabRateDetails: details } = card.rateDetails;
  const at = `${path}.rateDetails.currencySlabRateDetails`;
  return [
    ...checkExpiry(card.grantDetails, `${path}.grantDetails`),
    ...checkRecurrence({ interval, offset }).map((message) => sentence(`${path}.recurrenceConfig`, message)),
    ...checkCurrencies(details, at),
    ...details.flatMap((detail, index) => [
      ...checkAmount(detail, `${at}[${index}]`),
      ...checkSlabs(pricingModel, detail, `${at}[${index}]`),
    ]),
  ];
}

function checkExpiry({ expiryType, expiryDuration }: GrantDetails, path: string): string[] {
  if (expiryType !== 'CUSTOM') return [];
  const at = `${path}.expiryDuration`;
  if (expiryDuration === undefined) return [`${at}: is required for expiryType CUSTOM`];
  const problems = checkDuration(expiryDuration, at);
  if (problems.length > 0) return problems;
  const { months, days, nanoseconds } = parseDuration(expiryDuration) ?? {};
  return months || days || nanoseconds ? [] : [`${at}: must be longer than 0`];
}

/** Credits are money, limited to the currency's digits. */
function checkAmount({ currency, creditAmount }: CurrencyDetail, path: string): string[] {
  if (!isCurrency(currency)) return [];
  const digits = currencyDigits(currency);
  if (decimal(creditAmount).decimalPlaces() <= digits) return [];
  return [`${path}.creditAmount: must have at most ${digits} decimal places in ${currency}`];
}

/** Slabs are in order, so their index gives their number. */
function checkSlabs(
  pricingModel: 'TIERED' | 'VOLUME',
  { slabDetails, rateConfig }: CurrencyDetail,
  path: string,
): string[] {
  const config = {
    pricingModel,
    slabs: slabDetails.map(({ startAfter, priceType, slabConfig, rate, slabRateConfig }, index) => ({
      order: index + 1,
      startAfter: decimal(startAfter),
      priceType,
      ...(slabConfig?.packageSize !== undefined && { packageSize: decimal(slabConfig.packageSize) }),
      rate: decimal(rate),
      ...bounds(slabRateConfig),
    })),
    ...bounds(rateConfig),
  };
  const dynamic = slabDetails.findIndex(({ priceType }) => priceType === 'DYNAMIC');
  const at = `${path}.slabDetails[${dynamic}].priceType`;
  return [
    ...checkRateConfig(config).map(({ path: member, message }) =>
      sentence(`${path}.${detailPath(member)}`, message),
    ),
    ...(dynamic < 0
      ? []
      : [`${at}: the price type DYNAMIC is for USAGE cards only, because their events carry the price`]),
  ];
}

function detailPath(member: string): string {
  if (member === 'minimumRate') return 'rateConfig.minimumRate';
  return member
    .replace(/^slabs/, 'slabDetails')
    .replace(/\.packageSize$/, '.slabConfig.packageSize')
    .replace(/\.minimumRate$/, '.slabRateConfig.minimumRate');
}
