import { LogicError } from '#core/json-logic/index.ts';
import type { CompiledMeter } from './evaluate-meter.ts';
import { matchersOf } from './explain-rejection.ts';

/** A meter's requirement on one dimension. */
export interface DimensionTest {
  dimension: string;
  accepts(value: string): boolean;
}

/**
 * A meter's filters, and the parts of its matchers that read a single dimension. Parts that read several
 * fields, or a field with a computed name, do not judge a single value and are omitted.
 */
export function dimensionTestsOf(meter: CompiledMeter): DimensionTest[] {
  const filters = meter.filters.map(
    ({ field, values }): DimensionTest => ({ dimension: field, accepts: (value) => values.has(value) }),
  );
  const conditions = matchersOf(meter).flatMap(({ ofOneVariable }) =>
    ofOneVariable.flatMap(({ variables, holds }): DimensionTest[] => {
      const dimension = /^dimensions\.(.+)$/.exec(variables[0] ?? '')?.[1];
      if (dimension === undefined) return [];
      return [{ dimension, accepts: (value) => holdsFor(holds, dimension, value) }];
    }),
  );
  return [...filters, ...conditions];
}

type Holds = (context: { dimensions: ReadonlyMap<string, string> }) => boolean;

/** A condition that throws for a value neither accepts nor rejects it. */
function holdsFor(holds: Holds, dimension: string, value: string): boolean {
  try {
    return holds({ dimensions: new Map([[dimension, value]]) });
  } catch (error) {
    if (error instanceof LogicError) return true;
    throw error;
  }
}
