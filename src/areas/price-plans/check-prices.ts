import { decimal } from '#core/decimal.ts';
import { checkRateConfig, type RateConfig } from '#core/rating/index.ts';
import type { StoredPrices } from './card-details-schema.ts';

type StoredRateValue = StoredPrices['rateValues'][number];

/** Problems of the slabs and their prices, apart from the currencies. */
export function checkPrices(card: StoredPrices, path: string): string[] {
  const problems: string[] = [];
  for (const index of card.rateValues.keys()) problems.push(...checkCurrency(card, { index, path }));
  // The slabs are equal in every currency, and so are their problems.
  return [...new Set(problems)];
}

/** The slabs with the prices of one currency. */
function checkCurrency(card: StoredPrices, at: { index: number; path: string }): string[] {
  const { slabs } = card.ratePlan;
  const value = card.rateValues[at.index];
  const rates = value?.slabRates ?? [];
  const valuePath = `${at.path}.rateValues[${at.index}]`;
  const orders = new Set(rates.map(({ order }) => order));
  if (
    rates.length !== slabs.length ||
    orders.size !== rates.length ||
    slabs.some((s) => !orders.has(s.order))
  )
    return [
      ...checkRateConfig(slabConfig(card, undefined)).map(({ path, message }) =>
        sentence(`${at.path}.ratePlan.${slabPath(path)}`, message),
      ),
      `${valuePath}.slabRates: must have exactly one rate for each slab order`,
    ];
  return checkRateConfig(slabConfig(card, value)).map(({ path, message }) => {
    const bound = /^(?:slabs\[(\d+)\]\.)?minimumRate$/.exec(path);
    if (!bound) return sentence(`${at.path}.ratePlan.${slabPath(path)}`, message);
    if (bound[1] === undefined) return sentence(`${valuePath}.rateConfig.minimumRate`, message);
    const rate = rates.findIndex(({ order }) => order === slabs[Number(bound[1])]?.order);
    return sentence(`${valuePath}.slabRates[${rate}].slabRateConfig.minimumRate`, message);
  });
}

/** Without prices, only the structure can be checked. */
export function slabConfig(card: StoredPrices, value: StoredRateValue | undefined) {
  const rates = new Map(value?.slabRates.map((rate) => [rate.order, rate]));
  return {
    pricingModel: card.ratePlan.pricingModel,
    slabs: card.ratePlan.slabs.map(({ order, startAfter, priceType, slabConfig: config }) => ({
      order,
      startAfter: decimal(startAfter),
      priceType,
      ...(config?.packageSize !== undefined && { packageSize: decimal(config.packageSize) }),
      rate: decimal(rates.get(order)?.rate ?? '0'),
      ...bounds(rates.get(order)?.slabRateConfig),
    })),
    ...bounds(value?.rateConfig),
  } satisfies RateConfig;
}

export function bounds(texts: { minimumRate?: string; maximumRate?: string } | undefined) {
  return {
    ...(texts?.minimumRate !== undefined && { minimumRate: decimal(texts.minimumRate) }),
    ...(texts?.maximumRate !== undefined && { maximumRate: decimal(texts.maximumRate) }),
  };
}

function slabPath(path: string): string {
  return path.replace(/\.packageSize$/, '.slabConfig.packageSize');
}

/** `Orders must be 1 to 3.` → `path: orders must be 1 to 3`. */
export function sentence(path: string, message: string): string {
  return `${path}: ${message.charAt(0).toLowerCase()}${message.slice(1).replace(/\.$/, '')}`;
}
