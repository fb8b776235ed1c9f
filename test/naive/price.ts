import type { SlabInput } from '#core/invoice/index.ts';
import {
  ceiling,
  compare,
  type Fraction,
  floor,
  max,
  min,
  minus,
  NONE,
  over,
  plus,
  read,
  times,
} from './fraction.ts';

/** What a quantity costs, word for word as `metering-pricing.md` 15.2 says it. */
export interface Prices {
  pricingModel: 'TIERED' | 'VOLUME';
  slabs: readonly SlabInput[];
  minimumRate?: string;
  maximumRate?: string;
}

const HUNDRED = read('100');

/** F(q), with the bounds of the card. */
export function price(prices: Prices, quantity: Fraction): Fraction {
  return bounded(withoutBounds(prices, quantity), prices);
}

export function bounded(amount: Fraction, bounds: Pick<Prices, 'minimumRate' | 'maximumRate'>): Fraction {
  const raised = bounds.minimumRate === undefined ? amount : max(amount, read(bounds.minimumRate));
  return bounds.maximumRate === undefined ? raised : min(raised, read(bounds.maximumRate));
}

export function withoutBounds({ pricingModel, slabs }: Prices, quantity: Fraction): Fraction {
  const walked = slabs.toSorted((a, b) => a.order - b.order);
  const [first] = walked;
  if (!first) throw new Error('no slabs');
  // Negative usage is that of the first slab, and no bound of a slab holds for it.
  if (compare(quantity, NONE) < 0) return negative(first, quantity);
  let total = NONE;
  for (const [index, slab] of walked.entries()) {
    const start = read(slab.startAfter);
    const next = walked[index + 1];
    const end = next ? read(next.startAfter) : null;
    if (pricingModel === 'VOLUME') {
      const isChosen = compare(start, quantity) < 0 && (end === null || compare(quantity, end) <= 0);
      if (isChosen) total = bounded(slabPrice(slab, quantity), slab);
    } else {
      const reached = end === null ? quantity : min(quantity, end);
      const inside = max(NONE, minus(reached, start));
      if (compare(inside, NONE) > 0) total = plus(total, bounded(slabPrice(slab, inside), slab));
    }
  }
  return total;
}

function slabPrice(slab: SlabInput, quantity: Fraction): Fraction {
  const rate = read(slab.rate);
  if (slab.priceType === 'FLAT') return rate;
  if (slab.priceType === 'PER_UNIT') return times(quantity, rate);
  if (slab.priceType === 'PERCENTAGE') return over(times(quantity, rate), HUNDRED);
  if (slab.priceType === 'PACKAGE')
    return times(ceiling(over(quantity, read(slab.packageSize ?? '1'))), rate);
  throw new Error(`no price of a ${slab.priceType} slab here`);
}

function negative(slab: SlabInput, quantity: Fraction): Fraction {
  if (slab.priceType === 'FLAT') return NONE;
  if (slab.priceType !== 'PACKAGE') return slabPrice(slab, quantity);
  const packages = floor(over(minus(NONE, quantity), read(slab.packageSize ?? '1')));
  return minus(NONE, times(packages, read(slab.rate)));
}
