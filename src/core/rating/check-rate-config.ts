import { priceTypeOf } from './price-types.ts';
import {
  type AmountBounds,
  MAX_SLABS,
  type RateConfig,
  type RateConfigProblem,
  type SlabConfig,
} from './rate-config.ts';

/** All problems that prevent rating a configuration; empty when it is valid (`metering-pricing.md` 15.1). */
export function checkRateConfig(config: RateConfig): RateConfigProblem[] {
  const { slabs } = config;
  if (slabs.length === 0 || slabs.length > MAX_SLABS)
    return [{ path: 'slabs', message: `There must be 1 to ${MAX_SLABS} slabs.` }];
  return [
    ...checkOrders(slabs),
    ...checkStarts(slabs),
    ...slabs.flatMap((slab, index) => checkSlab(slab, `slabs[${index}]`)),
    ...checkDynamic(slabs),
    ...checkBounds(config, 'minimumRate'),
  ];
}

/** A price that events carry belongs to the whole quantity, so it cannot be split over slabs. */
function checkDynamic(slabs: readonly SlabConfig[]): RateConfigProblem[] {
  const index = slabs.findIndex(({ priceType }) => priceType === 'DYNAMIC');
  if (index < 0 || slabs.length === 1) return [];
  return [{ path: `slabs[${index}].priceType`, message: 'A DYNAMIC slab must be the only slab.' }];
}

function checkOrders(slabs: readonly SlabConfig[]): RateConfigProblem[] {
  const seen = new Set<number>();
  return slabs.flatMap(({ order }, index) => {
    const isNew = !seen.has(order);
    seen.add(order);
    if (isNew && Number.isInteger(order) && order >= 1 && order <= slabs.length) return [];
    return [
      {
        path: `slabs[${index}].order`,
        message: `The orders must be 1 to ${slabs.length}, each exactly once.`,
      },
    ];
  });
}

function checkStarts(slabs: readonly SlabConfig[]): RateConfigProblem[] {
  const walked = slabs.map((slab, index) => ({ slab, index })).sort((a, b) => a.slab.order - b.slab.order);
  return walked.flatMap(({ slab, index }, position) => {
    const path = `slabs[${index}].startAfter`;
    const before = walked[position - 1]?.slab;
    if (!before)
      return slab.startAfter.isZero() ? [] : [{ path, message: 'The first slab must start after 0.' }];
    if (slab.startAfter.gt(before.startAfter)) return [];
    return [{ path, message: 'Each slab must start at a larger quantity than the slab before it.' }];
  });
}

function checkSlab(slab: SlabConfig, path: string): RateConfigProblem[] {
  const problem = priceTypeOf(slab.priceType).check(slab);
  return [
    ...(problem ? [{ path: `${path}.${problem.path}`, message: problem.message }] : []),
    ...checkBounds(slab, `${path}.minimumRate`),
  ];
}

function checkBounds({ minimumRate, maximumRate }: AmountBounds, path: string): RateConfigProblem[] {
  if (!minimumRate || !maximumRate || minimumRate.lte(maximumRate)) return [];
  return [{ path, message: 'The minimum must not be greater than the maximum.' }];
}
