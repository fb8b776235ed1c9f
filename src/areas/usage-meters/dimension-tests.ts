import { LogicError } from '#core/json-logic/index.ts';
import type { CompiledMeter } from './evaluate-meter.ts';
import { matchersOf } from './explain-rejection.ts';

/** What a meter requires of one dimension. */
export interface DimensionTest {
  dimension: string;
  accepts(value: string): boolean;
}

/**
 * The filters of a meter, and the parts of its matchers that read one dimension and nothing else. What reads
 * several fields, or a field of a computed name, says nothing about a value alone and is left out.
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

/** A condition that fails for a value rejects it as little as it accepts it. */
function holdsFor(holds: Holds, dimension: string, value: string): boolean {
  try {
    return holds({ dimensions: new Map([[dimension, value]]) });
  } catch (error) {
    if (error instanceof LogicError) return true;
    throw error;
  }
}
