import type { AccountMatch, AccountReference } from '#areas/accounts/index.ts';
import type { CompiledSchema } from '#areas/event-schemas/index.ts';
import type { EventSource, Outcome } from '../event.ts';
import type { EventFields } from '../event-context.ts';
import type { AccountFacts } from '../known/account-facts.ts';
import type { CatalogFacts } from '../known/catalog-facts.ts';
import type { ActiveMeter } from '../meter-fields.ts';
import type { Period } from '../process-event.ts';
import { isNotSummed } from '../rollups.ts';
import type { Event } from '../schema.ts';
import type { KnownContext, ProcessedEvent } from './pack-events.ts';

/**
 * The processing of similar events: of one source, schema and account, with the same fields. It holds what
 * the full steps found for the first event; later events only need their differences checked.
 */
export interface CachedPlan {
  source: EventSource;
  schema: CompiledSchema;
  reference: AccountReference;
  match: AccountMatch;
  period: Period;
  /** The start of the cycle in milliseconds; cycles begin and end at full minutes. */
  fromMs: number;
  untilMs: number;
  /** The end of the grace period. */
  dueMs: number;
  meters: readonly ActiveMeter[];
  /** By meter, the index of the attribute that gives its units; null if some meter needs more than that. */
  plain: readonly number[] | null;
  contextId: number;
  fields: EventFields;
  /** Dimensions promoted into a context, with their values; null if there are none. */
  fixed: PromotedDimensions | null;
  /** By dimension: its last value, and how many consecutive events had it. */
  lastValues: string[];
  runs: number[];
  events: number;
}

export interface PromotedDimensions {
  /** In the order of the dimensions; null for dimensions that events store. */
  values: readonly (string | null)[];
  contextId: number;
}

/** Events of one source and schema with the same fields, by account. */
interface Shape {
  source: EventSource;
  fields: EventFields;
  plans: Map<string, CachedPlan>;
}

/** Maximum plans that a process caches for one organization. */
const MOST_CACHED_PLANS = 20_000;
/** Maximum shapes of one schema, because they are searched linearly. */
const MOST_SHAPES = 16;

/** The cached plans of one organization, valid until the catalog or an account changes. */
export class CachedPlans {
  #shapes = new Map<string, Shape[]>();
  #count = 0;

  find({ event, source }: { event: Event; source: EventSource }): CachedPlan | null {
    const shapes = this.#shapes.get(event.schemaName);
    if (!shapes) return null;
    for (const shape of shapes) {
      if (shape.source.id !== source.id || shape.source.type !== source.type) continue;
      if (hasFields(event, shape.fields)) return shape.plans.get(event.accountId) ?? null;
    }
    return null;
  }

  remember(schemaName: string, accountId: string, plan: CachedPlan): void {
    if (this.#count >= MOST_CACHED_PLANS) this.forget();
    const shape = this.#shapeOf(schemaName, plan);
    if (!shape) return;
    if (!shape.plans.has(accountId)) this.#count++;
    shape.plans.set(accountId, plan);
  }

  forget(): void {
    this.#shapes = new Map();
    this.#count = 0;
  }

  #shapeOf(schemaName: string, { source, fields }: CachedPlan): Shape | null {
    const shapes = this.#shapes.get(schemaName) ?? [];
    this.#shapes.set(schemaName, shapes);
    const text = JSON.stringify([source, fields]);
    const known = shapes.find((shape) => JSON.stringify([shape.source, shape.fields]) === text);
    if (known || shapes.length === MOST_SHAPES) return known ?? null;
    const shape: Shape = { source, fields, plans: new Map() };
    shapes.push(shape);
    return shape;
  }
}

/** Whether names, their order and the units of attributes are equal. */
function hasFields({ attributes, dimensions }: Event, fields: EventFields): boolean {
  if (attributes.length !== fields.attributes.length) return false;
  for (let index = 0; index < attributes.length; index++) {
    const [name, unit] = fields.attributes[index] as EventFields['attributes'][number];
    const attribute = attributes[index] as Event['attributes'][number];
    if (attribute.name !== name || attribute.unit !== unit) return false;
  }
  let count = 0;
  for (const name in dimensions) if (name !== fields.dimensions[count++]) return false;
  return count === fields.dimensions.length;
}

/**
 * The plan of a fully processed event. Null if the next event could differ for a reason that no plan checks:
 * credits, settings, prices, license names, usage that is not a sum, archived accounts.
 */
export function cachedPlanOf(
  { event, source, outcome }: ProcessedEvent,
  known: { catalog: CatalogFacts; accounts: AccountFacts; context: KnownContext },
): CachedPlan | null {
  const { schema, match, period, meters, status, feature, debit, licenseMark } = outcome;
  const { contextId, fields } = known.context;
  const reference = known.accounts.references.get(event.accountId);
  if (!schema || !match || !period || !meters || !fields || !reference) return null;
  if (!status.startsWith('INGESTION_COMPLETED') || match.status !== 'ACTIVE') return null;
  const facts = known.catalog.schemas.get(event.schemaName);
  // Meters of reserved schemas depend on the content of events.
  if (facts?.compiled !== schema || facts.isPriced || schema.dependencies.length > 0) return null;
  if (feature || debit || licenseMark || outcome.isLateArrival || outcome.usageAt) return null;
  if (meters.some(({ compiled: { aggregation } }) => isNotSummed(aggregation))) return null;
  const { startAt, endAt, dueAt } = period.cycle;
  return {
    ...{ source, schema, reference, match, period, meters, contextId, fields },
    ...{ fromMs: startAt.epochMilliseconds, untilMs: endAt.epochMilliseconds },
    dueMs: dueAt.epochMilliseconds,
    plain: findPlain(event, outcome),
    ...{ fixed: null, lastValues: Object.values(event.dimensions), events: 0 },
    runs: fields.dimensions.map(() => 1),
  };
}

function findPlain({ attributes }: ProcessedEvent['event'], { schema, meters }: Outcome): number[] | null {
  if (!schema || !meters?.length || schema.fields.length > 0) return null;
  const places = meters.map(({ compiled: { filters, plainAttribute } }) =>
    filters.length > 0 ? -1 : attributes.findIndex(({ name }) => name === plainAttribute),
  );
  return places.includes(-1) ? null : places;
}
