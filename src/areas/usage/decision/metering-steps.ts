import { printShort, readShort } from '#core/short-decimal.ts';
import { debitFields } from '../debit-fields.ts';
import { SEPARATOR } from '../event-context.ts';
import { explainUnmatched } from '../explain-unmatched.ts';
import { type ActiveMeter, meterFields } from '../meter-fields.ts';
import { isNotSummed } from '../rollups.ts';
import type { FixedFacts } from './event-facts.ts';
import type { EventContent, FixedStep, NeverStep, PerEventStep, ShortForm } from './step.ts';

/** The meters that the schema or the event names must exist. */
export const METER_LOOKUP: FixedStep = {
  caching: 'FIXED',
  decide: (_, { meters }) =>
    'failure' in meters ? { status: 'INGESTION_FAILED', description: meters.failure } : null,
};

/** Step 8 of `metering-pricing.md` 5. If a later step fails, only an entitlement check keeps the debit. */
export const CREDITS: NeverStep = {
  caching: 'NEVER',
  applies: ({ feature }) => feature !== null,
  decide: ({ timestamp }, { feature, wallet }, progress) => {
    if (!feature || !wallet) return null;
    progress.outcome.wallet = wallet;
    const debit = debitFields(progress.fields, { ...feature, wallet }, timestamp);
    if ('status' in debit) return debit;
    progress.outcome.debit = debit;
    return null;
  },
};

/** Step 9: units of every meter, and the status of the event. */
export const METERING: PerEventStep = {
  caching: 'PER_EVENT',
  decide: ({ schemaName }, facts, { fields, outcome }) => {
    const meters = metersOf(facts);
    const metered = meterFields(fields, meters);
    if ('description' in metered) return metered;
    const { status, units, usage } = metered;
    const { namedMeterId } = facts;
    const description =
      usage.length > 0 ? null : explainUnmatched({ schemaName, namedMeterId }, fields, meters);
    outcome.status = status;
    outcome.description = description;
    outcome.meters = meters;
    outcome.units = units;
    outcome.usage = usage;
    return null;
  },
  shorten: (first, facts) => {
    const indexes = findPlain(first, facts);
    return indexes && readPlain(indexes);
  },
};

/** Usage that is not a sum has a row for each event. */
export const USAGE_ROWS: NeverStep = {
  caching: 'NEVER',
  applies: ({ meters }) =>
    !('failure' in meters) && meters.some(({ compiled: { aggregation } }) => isNotSummed(aggregation)),
  decide: () => null,
};

/** The prices of the cycle decide about the revenue, which is attached in the order of the batch. */
export const REVENUE: NeverStep = {
  caching: 'NEVER',
  applies: ({ isPriced }) => isPriced,
  decide: (_event, _facts, { outcome }) => {
    outcome.isPriced = true;
    return null;
  },
};

function metersOf({ meters }: FixedFacts): readonly ActiveMeter[] {
  if ('failure' in meters) throw new Error('an event without meters stops before it is measured');
  return meters;
}

/** By meter, the index of the attribute that gives its units; null if some meter needs more than that. */
function findPlain({ attributes }: EventContent, facts: FixedFacts): number[] | null {
  const meters = metersOf(facts);
  if (meters.length === 0) return null;
  const indexes = meters.map(({ compiled: { filters, plainAttribute } }) =>
    filters.length > 0 ? -1 : attributes.findIndex(({ name }) => name === plainAttribute),
  );
  return indexes.includes(-1) ? null : indexes;
}

/** For short numbers only, which almost all are: it parses their digits as one integer. */
function readPlain(indexes: readonly number[]): ShortForm {
  return (short) => {
    const shorts: number[] = [];
    for (const { value } of short.event.attributes) {
      const number = readShort(value);
      if (number === null) return false;
      shorts.push(number);
    }
    let units = '';
    const sums: number[] = [];
    for (const index of indexes) {
      const number = shorts[index] as number;
      units += (sums.length > 0 ? SEPARATOR : '') + printShort(number);
      sums.push(number);
    }
    short.units = units;
    short.sums = sums;
    return true;
  };
}
