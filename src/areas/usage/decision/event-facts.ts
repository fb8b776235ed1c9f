import type { AccountMatch, AccountReference } from '#areas/accounts/index.ts';
import type { AddOnRow } from '#areas/add-ons/index.ts';
import type { FeatureWallet } from '#areas/entitlements/index.ts';
import type { CompiledSchema, DependencyValue, FeatureDetails } from '#areas/event-schemas/index.ts';
import type { ScheduleCycle, ScheduleRow } from '#areas/schedules/index.ts';
import type { StoredPipeline } from '../event-context.ts';
import type { ActiveMeter } from '../meter-fields.ts';
import { ALWAYS, type Span, sharedSpan, spanOfCycle, spanOfReference } from './spans.ts';

/** All facts that decide about one event. They are looked up before, so the decision is pure. */
export interface EventFacts {
  /** For the grace period; for a re-processed event, the time of re-processing (`metering-pricing.md` 6). */
  receivedAt: Temporal.Instant;
  /** The schema in force; null if it is unknown, a draft, inactive or archived. */
  schema: CompiledSchema | null;
  match: AccountMatch | null;
  /** The cycle that prices the account at the event's time. */
  period: Period | null;
  /** The feature that the schema serves. */
  feature: FeatureDetails | null;
  /** Active meters of the schema, or a sentence about the lookup that failed. */
  meters: readonly ActiveMeter[] | { failure: string };
  /** Whether events of the schema store their revenue. */
  isPriced: boolean;
  /** The settings that the schema depends on, by key. */
  dependencies: ReadonlyMap<string, DependencyValue>;
  /** The matched account's credits for the feature, less the debits of earlier events in the batch. */
  wallet: FeatureWallet | null;
  /** Whether it is an entitlement check: its debit grants access, whatever later steps result in. */
  isEntitled: boolean;
  /** Set if the event is late but counts: in its own cycle, or in the one in which it was received. */
  late: 'ADJUST' | 'NEXT_CYCLE' | null;
  /** For an event of the reserved usage schema: the meter that it names. */
  namedMeterId?: string;
  /** For an event of the reserved schema for names: the add-ons that the batch mentions. */
  licenses?: ReadonlyMap<string, AddOnRow>;
}

/** A cycle of the schedule in force, with its description in an event's pipeline. */
export interface Period {
  schedule: ScheduleRow;
  cycle: ScheduleCycle;
  shown: NonNullable<StoredPipeline['pricePlans']>[number];
}

/**
 * For each fact of an event, whether it holds for the next one with the same source, schema, account and
 * fields, until the catalog or the account changes. A fixed fact does, within a span of event times. A cached
 * plan gives each event the time of its receipt; any other fact must be as it usually is.
 */
export const FACTS = {
  schema: fixed(() => ALWAYS),
  match: fixed(({ match }, reference) => spanOfReference(reference, match)),
  period: fixed(({ period }) => spanOfCycle(period?.cycle)),
  feature: fixed(() => ALWAYS),
  meters: fixed(() => ALWAYS),
  isPriced: fixed(() => ALWAYS),
  receivedAt: { caching: 'PER_EVENT' },
  dependencies: neverUnless<'dependencies'>(({ size }) => size === 0),
  wallet: neverUnless<'wallet'>((wallet) => wallet === null),
  isEntitled: neverUnless<'isEntitled'>((isEntitled) => !isEntitled),
  late: neverUnless<'late'>((late) => late === null),
  namedMeterId: neverUnless<'namedMeterId'>((id) => id === undefined),
  licenses: neverUnless<'licenses'>((licenses) => licenses === undefined),
} satisfies FactTable;

/** Every fact has an entry: a table without one does not compile. */
export type FactTable = {
  [Name in keyof Required<EventFacts>]: FixedFact | { caching: 'PER_EVENT' } | NeverFact<Name>;
};

interface FixedFact {
  caching: 'FIXED';
  /** Null if the fact has no span, such as the cycle of an account without a plan. */
  span: (facts: EventFacts, reference: AccountReference) => Span | null;
}

/** Differs between events for reasons that no plan knows. */
interface NeverFact<Name extends keyof EventFacts> {
  caching: 'NEVER';
  isUsual: (value: EventFacts[Name]) => boolean;
}

/** The facts that the events of a cached plan share. */
export type FixedFacts = Pick<EventFacts, FixedName>;

type FixedName = {
  [Name in keyof typeof FACTS]: (typeof FACTS)[Name] extends FixedFact ? Name : never;
}[keyof typeof FACTS];

const FACT_NAMES = Object.keys(FACTS) as (keyof typeof FACTS)[];

/** The event times for which the facts of one event are those of the next; null if they may differ. */
export function findSpan(facts: EventFacts, reference: AccountReference): Span | null {
  let span = ALWAYS;
  for (const name of FACT_NAMES) {
    const fact: FactTable[typeof name] = FACTS[name];
    if (fact.caching === 'NEVER' && !isUsual(fact, facts[name])) return null;
    if (fact.caching !== 'FIXED') continue;
    const own = fact.span(facts, reference);
    if (!own) return null;
    span = sharedSpan(span, own);
  }
  return span;
}

/** The entry belongs to the fact, which its type cannot tell. */
function isUsual(fact: NeverFact<never>, value: unknown): boolean {
  return fact.isUsual(value as never);
}

function fixed(span: FixedFact['span']): FixedFact {
  return { caching: 'FIXED', span };
}

function neverUnless<Name extends keyof EventFacts>(isUsual: NeverFact<Name>['isUsual']): NeverFact<Name> {
  return { caching: 'NEVER', isUsual };
}
