import type { UsageMeter } from '../../../api/generated/types.ts';

/** Hours of other meters do not add up to a month, so that a cost of each unit would mean nothing. */
export function hasUnitCosts({ aggregation }: Pick<UsageMeter, 'aggregation'>): boolean {
  return aggregation === 'SUM' || aggregation === 'COUNT';
}
