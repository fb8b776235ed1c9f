import { type Decimal, ZERO } from '#core/decimal.ts';
import { BUCKETS } from './simulation-definition.ts';
import type { ResultTotals } from './store/simulation-results.ts';
import type { SimulationRow } from './store/simulations.ts';

/** A simulation as it is on the wire. */
export function describeSimulation(row: SimulationRow) {
  const { id, name, status, definition, accountsTotal, accountsDone, failure, createdAt, updatedAt } = row;
  const { base, period, ...rest } = definition;
  const range = period.mode === 'LOOKUP_RANGE' ? period : null;
  return {
    ...{ id, name, status, ...rest, accountsTotal, accountsDone, createdAt, updatedAt },
    ...(base && { base }),
    period: {
      mode: period.mode,
      ...(range && { start: Temporal.Instant.from(range.start), end: Temporal.Instant.from(range.end) }),
    },
    ...(failure !== null && { failureReason: failure }),
  };
}

const LOWERED = BUCKETS.slice(0, 4);
const RAISED = BUCKETS.slice(5);

/** Sums by scenario and currency, with the accounts of every bucket. */
export function describeTotals(rows: readonly ResultTotals[]) {
  const groups = Map.groupBy(rows, ({ scenario, currency }) => `${scenario} ${currency}`);
  return [...groups.values()].map((own) => {
    const { scenario, currency } = own[0] as ResultTotals;
    const count = (buckets: readonly string[]) =>
      own.filter(({ bucket }) => buckets.includes(bucket)).reduce((sum, each) => sum + each.accounts, 0);
    const add = (side: 'base' | 'candidate') =>
      own.reduce((sum: Decimal, each) => sum.plus(each[side]), ZERO);
    const [base, candidate] = [add('base'), add('candidate')];
    return {
      ...{ scenario, currency, base, candidate, difference: candidate.minus(base) },
      accounts: count(BUCKETS),
      lowered: count(LOWERED),
      raised: count(RAISED),
      unpriced: count(['UNPRICED']),
      distribution: BUCKETS.map((bucket) => ({ bucket, accounts: count([bucket]) })),
    };
  });
}
