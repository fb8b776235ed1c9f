import type { AccountMatch } from '#areas/accounts/index.ts';
import type { AddOnRow } from '#areas/add-ons/index.ts';
import type { FeatureWallet } from '#areas/entitlements/index.ts';
import {
  type CompiledSchema,
  type DependencyValue,
  type Enriched,
  EnrichmentError,
  enrich,
  type FeatureDetails,
  type SchemaEvent,
} from '#areas/event-schemas/index.ts';
import type { ScheduleCycle, ScheduleRow } from '#areas/schedules/index.ts';
import { debitFields } from './debit-fields.ts';
import { failed, type Outcome } from './event.ts';
import type { StoredPipeline } from './event-context.ts';
import { explainUnmatched } from './explain-unmatched.ts';
import { judgeTime } from './judge-time.ts';
import { type ActiveMeter, meterFields } from './meter-fields.ts';
import { readLicenseMark } from './read-license-mark.ts';
import type { EventStatus } from './statuses.ts';

/** All facts that decide about one event. They are looked up before, so the decision is pure. */
export interface EventFacts {
  /** For the grace period; for a re-processed event, the time of re-processing (`metering-pricing.md` 6). */
  receivedAt: Temporal.Instant;
  /** The schema in force; null if it is unknown, a draft, inactive or archived. */
  schema: CompiledSchema | null;
  match: AccountMatch | null;
  /** The cycle that prices the account at the event's time. */
  period: Period | null;
  /** The settings that the schema depends on, by key. */
  dependencies: ReadonlyMap<string, DependencyValue>;
  /** The feature that the schema serves. */
  feature: FeatureDetails | null;
  /** The matched account's credits for the feature, less the debits of earlier events in the batch. */
  wallet: FeatureWallet | null;
  /** Whether it is an entitlement check: its debit grants access, whatever later steps result in. */
  isEntitled: boolean;
  /** Set if the event is late but counts: in its own cycle, or in the one in which it was received. */
  late: 'ADJUST' | 'NEXT_CYCLE' | null;
  /** Active meters of the schema, or a sentence about the lookup that failed. */
  meters: readonly ActiveMeter[] | { failure: string };
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

/** Why a step stops the event. */
export interface Failure {
  status: EventStatus;
  description: string;
  isOnHold?: boolean;
  /** An identical event already has the id. */
  isTwin?: boolean;
}

/**
 * Steps 3 to 9 of `metering-pricing.md` 5; the first failing step decides the status. All or nothing: a
 * failed event has no usage and no debit, except the debit of an entitlement check that passed.
 */
export function processEvent(event: SchemaEvent, facts: EventFacts): Outcome {
  const { schema, match, period } = facts;
  // Each step fills in its part; a step that stops the event keeps the results of earlier steps.
  const outcome: Outcome = failed(schemaNotDefined(event));
  const stop = ({ status, description, isOnHold = false }: Failure): Outcome =>
    Object.assign(outcome, { status, description, isOnHold });
  if (!schema) return outcome;
  outcome.schema = schema;
  outcome.feature = facts.feature;

  const stranger = judgeAccount(event, facts);
  outcome.match = match;
  if (stranger || !match) return stop(stranger ?? accountNotFound(event));
  if (match.status === 'DRAFT') return stop(draftAccount(match));

  const missing = findMissing(event, schema);
  if (missing) return stop(missing);
  const mark = facts.licenses && readLicenseMark(event, facts.licenses);
  if (mark && 'status' in mark) return stop(mark);
  if ('failure' in facts.meters)
    return stop({ status: 'INGESTION_FAILED', description: facts.meters.failure });

  const fields = enrichFields(event, schema, facts.dependencies);
  if ('status' in fields) return stop(fields);
  if (schema.fields.length > 0) {
    const dependencies = describeDependencies(schema, facts.dependencies);
    outcome.enriched = { ...fields.enriched, dependencies };
  }

  outcome.period = period;
  const { receivedAt, isEntitled, late } = facts;
  const cycle = period?.cycle;
  const untimely = judgeTime({
    at: event.timestamp,
    receivedAt,
    isEntitled,
    cycle,
    isLateArrival: late !== null,
  });
  if (untimely) return stop(untimely);
  if (mark) return Object.assign(stop(MARKED), { description: null, licenseMark: mark });

  const { feature, wallet } = facts;
  if (wallet) outcome.wallet = wallet;
  const debit = feature && wallet && debitFields(fields, { ...feature, wallet }, event.timestamp);
  if (debit && 'status' in debit) return stop(debit);

  const metered = meterFields(fields, facts.meters);
  if ('description' in metered) return isEntitled ? Object.assign(stop(metered), { debit }) : stop(metered);
  const { status, units, usage } = metered;
  const { meters } = facts;
  if (late === 'ADJUST') outcome.isLateArrival = true;
  if (late === 'NEXT_CYCLE') outcome.usageAt = receivedAt;
  const { schemaName } = event;
  const { namedMeterId } = facts;
  const description =
    usage.length > 0 ? null : explainUnmatched({ schemaName, namedMeterId }, fields, meters);
  return Object.assign(outcome, { status, description, isOnHold: false, meters, units, usage, debit });
}

/** The name counts as another kind of usage, even if it was already active. */
const MARKED: Failure = { status: 'INGESTION_COMPLETED_EVENT_METERED', description: '' };

function schemaNotDefined({ schemaName }: SchemaEvent): Failure {
  return {
    status: 'INGESTION_FAILED_SCHEMA_NOT_DEFINED',
    description: `no active event schema is named ${schemaName}`,
    isOnHold: true,
  };
}

/** An archived account accepts events only while their cycle is open (section 6). */
function judgeAccount(event: SchemaEvent, { match, period, receivedAt }: EventFacts): Failure | null {
  if (!match) return accountNotFound(event);
  if (match.status !== 'ARCHIVED') return null;
  const isOpen = period !== null && Temporal.Instant.compare(receivedAt, period.cycle.dueAt) < 0;
  return isOpen ? null : accountNotFound(event, 'account is archived');
}

function accountNotFound(event: SchemaEvent, reason?: string): Failure {
  return {
    status: 'INGESTION_FAILED_ACCOUNT_NOT_FOUND',
    description:
      reason ??
      `no account has the id or alias ${clip(event.accountId)} at the time of the event; it waits for one`,
    isOnHold: true,
  };
}

function draftAccount({ accountId }: AccountMatch): Failure {
  return {
    status: 'INGESTION_FAILED',
    description: `account ${accountId} is a draft; the event is processed when it is activated`,
    isOnHold: true,
  };
}

function findMissing(event: SchemaEvent, schema: CompiledSchema): Failure | null {
  const missing = [
    ...schema.attributes.filter((name) => !event.attributes.has(name)).map((name) => `attribute ${name}`),
    ...schema.dimensions.filter((name) => !event.dimensions.has(name)).map((name) => `dimension ${name}`),
  ];
  if (missing.length === 0) return null;
  return { status: 'INGESTION_FAILED', description: `missing ${missing.join(', ')}` };
}

function enrichFields(
  event: SchemaEvent,
  schema: CompiledSchema,
  dependencies: ReadonlyMap<string, DependencyValue>,
): Enriched | Failure {
  try {
    return enrich(schema, event, dependencies);
  } catch (error) {
    if (!(error instanceof EnrichmentError)) throw error;
    return { status: 'INGESTION_FAILED_ENRICHMENT_FAILED', description: error.message };
  }
}

function describeDependencies(schema: CompiledSchema, found: ReadonlyMap<string, DependencyValue>) {
  return schema.dependencies.map(({ key, name }) => ({
    ...{ key, type: 'SETTING' as const, name, value: found.get(key)?.value ?? '' },
  }));
}

function clip(text: string): string {
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}
