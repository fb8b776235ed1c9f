import type { Aggregation } from '#core/aggregation/index.ts';
import {
  COMPUTATION_LIMITS,
  LogicError,
  type LogicLimits,
  MATCHER_LIMITS,
  parseLogic,
} from '#core/json-logic/index.ts';
import { invalidRequest } from '#platform/problem.ts';
import type { Computation, ComputationRequest, MeterFilter } from './schema.ts';

/** The configuration that determines an event's units; only inactive meters may change it. */
export interface Metering {
  aggregation: Aggregation;
  filters: MeterFilter[];
  computations: Computation[];
  eventSchemaName: string | null;
}

export type SentMetering = Omit<Metering, 'computations'> & {
  computations: (Computation | ComputationRequest)[];
};

/** Makes the logic canonical and checks everything that does not need the schema; raises any problem. */
export function readMetering(sent: SentMetering): Metering {
  const problems: string[] = [];
  const computations = sent.computations.map(({ id, matcher, computation, order }, index): Computation => {
    const read = (member: 'matcher' | 'computation', source: string | object, limits: LogicLimits) =>
      readLogic(source, limits, (sentence) => problems.push(`computations[${index}].${member}: ${sentence}`));
    return {
      ...(id && { id }),
      ...(matcher !== undefined && matcher !== '' && { matcher: read('matcher', matcher, MATCHER_LIMITS) }),
      computation: read('computation', computation, COMPUTATION_LIMITS),
      order,
    };
  });
  const metering: Metering = {
    aggregation: sent.aggregation,
    filters: sent.filters.map(({ field, value }) => ({ field: field.trim(), value })),
    computations,
    eventSchemaName: sent.eventSchemaName?.trim() || null,
  };
  if (problems.length === 0) problems.push(...findAggregationProblems(metering));
  if (problems.length > 0) throw invalidRequest({ problems });
  return metering;
}

function readLogic(source: string | object, limits: LogicLimits, reject: (sentence: string) => void): string {
  try {
    return parseLogic(source, limits).canonical;
  } catch (error) {
    if (!(error instanceof LogicError)) throw error;
    reject(error.message);
    return '';
  }
}

/**
 * A meter without a schema receives events of the reserved usage schema, and sums or compares their attribute
 * `usage`; only a computation can define keys to count.
 */
function* findAggregationProblems(metering: Metering): Generator<string> {
  const { aggregation, computations, eventSchemaName } = metering;
  for (const [index, { computation }] of computations.entries())
    if (aggregation === 'COUNT' && computation !== '1')
      yield `computations[${index}].computation: must be 1, because the aggregation is COUNT`;
  const hasUnits = computations.length > 0 || aggregation === 'COUNT';
  if (hasUnits || (eventSchemaName === null && aggregation !== 'UNIQUE_COUNT')) return;
  yield `computations: is required, because the aggregation ${aggregation} needs a value to ` +
    `${NEEDS[aggregation]}`;
}

const NEEDS: Record<Exclude<Aggregation, 'COUNT'>, string> = {
  SUM: 'add',
  MAX: 'compare',
  MIN: 'compare',
  AVERAGE: 'average',
  UNIQUE_COUNT: 'distinguish',
  LATEST: 'take',
  TIME_WEIGHTED_SUM: 'add',
};
