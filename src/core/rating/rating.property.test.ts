import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal, decimal, decimalText, ZERO } from '../decimal.ts';
import { type PriceType, type RateConfig, rate } from './index.ts';

interface PlainSlab {
  width: number;
  priceType: PriceType;
  size: number;
  rate: number;
  minimum: number | null;
  maximum: number | null;
}

const bound = fc.option(fc.integer({ min: 0, max: 60 }), { freq: 2 });
const plainSlab: fc.Arbitrary<PlainSlab> = fc
  .record({
    width: fc.integer({ min: 1, max: 40 }),
    priceType: fc.constantFrom<PriceType>('FLAT', 'PER_UNIT', 'PACKAGE', 'PERCENTAGE'),
    size: fc.integer({ min: 1, max: 12 }),
    rate: fc.integer({ min: -9, max: 9 }),
    minimum: bound,
    maximum: bound,
  })
  .map((slab) => {
    const isInverted = slab.minimum !== null && slab.maximum !== null && slab.minimum > slab.maximum;
    return isInverted ? { ...slab, maximum: null } : slab;
  });
const plainSlabs = fc.array(plainSlab, { minLength: 1, maxLength: 6 });

function configOf(pricingModel: RateConfig['pricingModel'], slabs: readonly PlainSlab[]): RateConfig {
  return {
    pricingModel,
    slabs: slabs.map((slab, index) => ({
      order: index + 1,
      startAfter: decimal(startOf(slabs, index)),
      priceType: slab.priceType,
      packageSize: decimal(slab.size),
      // A hundred times the rate in percent is the rate per unit, and an integer.
      rate: decimal(slab.priceType === 'PERCENTAGE' ? slab.rate * 100 : slab.rate),
      ...(slab.minimum === null ? {} : { minimumRate: decimal(slab.minimum) }),
      ...(slab.maximum === null ? {} : { maximumRate: decimal(slab.maximum) }),
    })),
  };
}

function startOf(slabs: readonly PlainSlab[], index: number): number {
  return slabs.slice(0, index).reduce((sum, slab) => sum + slab.width, 0);
}

/**
 * The second opinion: counts units one by one, puts each into a slab and opens packages as they fill. It
 * knows nothing of min(), max(), ceil() or intervals, and its integers are exact.
 */
function naivePrice(
  pricingModel: RateConfig['pricingModel'],
  slabs: readonly PlainSlab[],
  units: number,
): number {
  const counts = slabs.map(() => 0);
  let current = 0;
  let leftInSlab = slabs[0]!.width;
  for (let unit = 1; unit <= units; unit++) {
    if (leftInSlab === 0 && current < slabs.length - 1) leftInSlab = slabs[++current]!.width;
    leftInSlab = Math.max(0, leftInSlab - 1);
    counts[current]!++;
  }
  if (units === 0) return 0;
  if (pricingModel === 'VOLUME') return naiveSlab(slabs[current]!, units);
  return slabs.reduce((sum, slab, index) => sum + naiveSlab(slab, counts[index]!), 0);
}

function naiveSlab(slab: PlainSlab, units: number): number {
  if (units === 0) return 0;
  let price = slab.priceType === 'FLAT' ? slab.rate : 0;
  let roomInPackage = 0;
  for (let unit = 1; unit <= units; unit++) {
    if (slab.priceType === 'PER_UNIT' || slab.priceType === 'PERCENTAGE') price += slab.rate;
    if (slab.priceType === 'PACKAGE' && roomInPackage === 0) {
      price += slab.rate;
      roomInPackage = slab.size;
    }
    roomInPackage--;
  }
  if (slab.minimum !== null && price < slab.minimum) return slab.minimum;
  if (slab.maximum !== null && price > slab.maximum) return slab.maximum;
  return price;
}

const models = fc.constantFrom<RateConfig['pricingModel']>('TIERED', 'VOLUME');
/** Up to 200 units with 6 digits after the point. */
const quantity = fc.integer({ min: 0, max: 200_000_000 }).map((micro) => decimal(micro).div(1_000_000));

describe('rating', () => {
  it('agrees with counting units one by one', () => {
    fc.assert(
      fc.property(models, plainSlabs, fc.integer({ min: 0, max: 200 }), (model, slabs, units) => {
        const { amount } = rate(decimal(units), configOf(model, slabs));
        expect(decimalText(amount)).toBe(String(naivePrice(model, slabs, units)));
      }),
      { numRuns: 1000 },
    );
  });

  it('tiered, with rates from 0 and without bounds, never falls when usage grows (23.2 item 2)', () => {
    const growing = plainSlabs.map((slabs) =>
      slabs.map((slab) => ({ ...slab, rate: Math.abs(slab.rate), minimum: null, maximum: null })),
    );
    fc.assert(
      fc.property(growing, quantity, quantity, (slabs, a, b) => {
        const config = configOf('TIERED', slabs);
        const [low, high] = [Decimal.min(a, b), Decimal.max(a, b)];
        expect(rate(low, config).amount.lte(rate(high, config).amount)).toBe(true);
      }),
    );
  });

  it('tiered per unit has no jumps: a step costs at most the step times the dearest rate', () => {
    const perUnit = plainSlabs.map((slabs) =>
      slabs.map((slab) => ({ ...slab, priceType: 'PER_UNIT' as const, minimum: null, maximum: null })),
    );
    fc.assert(
      fc.property(perUnit, quantity, quantity, (slabs, a, b) => {
        const config = configOf('TIERED', slabs);
        const change = rate(a, config).amount.minus(rate(b, config).amount).abs();
        const dearest = Math.max(...slabs.map((slab) => Math.abs(slab.rate)));
        expect(change.lte(a.minus(b).abs().times(dearest))).toBe(true);
      }),
    );
  });

  it('the revenues of single events add up to the price of the cycle (23.2 item 5)', () => {
    const events = fc.array(
      fc.oneof(
        quantity,
        quantity.map((units) => units.neg()),
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(models, plainSlabs, events, (model, slabs, units) => {
        const config = configOf(model, slabs);
        let usage = ZERO;
        let revenue = ZERO;
        for (const unit of units) {
          const before = rate(usage, config).amount;
          usage = usage.plus(unit);
          revenue = revenue.plus(rate(usage, config).amount.minus(before));
        }
        expect(decimalText(revenue)).toBe(decimalText(rate(usage, config).amount));
      }),
    );
  });

  it('the slabs of a walk hold the whole quantity', () => {
    fc.assert(
      fc.property(models, plainSlabs, quantity, (model, slabs, units) => {
        const walked = rate(units, configOf(model, slabs)).slabs;
        const sum = walked.reduce((total, step) => total.plus(step.quantity), ZERO);
        expect(decimalText(sum)).toBe(decimalText(units));
      }),
    );
  });
});
