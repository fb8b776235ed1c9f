import { type Decimal, decimal } from '../decimal.ts';
import type { RateConfig } from '../rating/index.ts';
import type { SlabInput } from './inputs.ts';

/** Prices as stored: the texts of a rate card. */
export interface RateConfigTexts extends BoundTexts {
  pricingModel: RateConfig['pricingModel'];
  slabs: readonly SlabInput[];
}

interface BoundTexts {
  minimumRate?: string;
  maximumRate?: string;
}

/** Throws `RangeError` on a text that is not a decimal. */
export function readRateConfig({ pricingModel, slabs, ...bounds }: RateConfigTexts): RateConfig {
  return { pricingModel, slabs: slabs.map(readSlab), ...readBounds(bounds) };
}

function readSlab(slab: SlabInput): RateConfig['slabs'][number] {
  return {
    order: slab.order,
    startAfter: decimal(slab.startAfter),
    priceType: slab.priceType,
    ...(slab.packageSize === undefined ? {} : { packageSize: decimal(slab.packageSize) }),
    rate: decimal(slab.rate),
    ...readBounds(slab),
  };
}

function readBounds({ minimumRate, maximumRate }: BoundTexts): {
  minimumRate?: Decimal;
  maximumRate?: Decimal;
} {
  return {
    ...(minimumRate === undefined ? {} : { minimumRate: decimal(minimumRate) }),
    ...(maximumRate === undefined ? {} : { maximumRate: decimal(maximumRate) }),
  };
}
