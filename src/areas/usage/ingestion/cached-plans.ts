import type { EventFacts } from '../decision/event-facts.ts';
import type { Span } from '../decision/spans.ts';
import type { PerEventStep, ShortForm } from '../decision/step.ts';
import type { EventSource, Outcome } from '../event.ts';
import type { EventFields } from '../event-context.ts';
import type { Event } from '../schema.ts';
import type { SentEvent } from './ingest-together.ts';

/**
 * The processing of similar events: of one source, schema and account, with the same fields, at times in the
 * span. It holds the facts and results that these events share, and the steps that each of them still takes.
 */
export interface CachedPlan extends Span {
  source: EventSource;
  /** Valid for all events of the plan, except for the time of receipt, which is that of the latest. */
  facts: EventFacts;
  /** What the context of its events shows. */
  found: Pick<Outcome, 'schema' | 'match' | 'period' | 'meters' | 'feature'>;
  /** The end of the grace period in milliseconds. */
  dueMs: number;
  /** The steps that depend on each event, in their order. */
  steps: readonly PerEventStep[];
  /** Short forms of all of them; null if some step has none. */
  shortForms: readonly ShortForm[] | null;
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
const MAX_CACHED_PLANS = 20_000;
/** Maximum shapes of one schema, because they are searched linearly. */
const MAX_SHAPES = 16;

/** The cached plans of one organization, valid until the catalog or an account changes. */
export class CachedPlans {
  #shapes = new Map<string, Shape[]>();
  #count = 0;

  /** An entitlement check has no plan. */
  find({ event, source, isEntitled }: SentEvent): CachedPlan | null {
    if (isEntitled) return null;
    const shapes = this.#shapes.get(event.schemaName);
    if (!shapes) return null;
    for (const shape of shapes) {
      if (shape.source.id !== source.id || shape.source.type !== source.type) continue;
      if (hasFields(event, shape.fields)) return shape.plans.get(event.accountId) ?? null;
    }
    return null;
  }

  remember(schemaName: string, accountId: string, plan: CachedPlan): void {
    if (this.#count >= MAX_CACHED_PLANS) this.forget();
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
    if (known || shapes.length === MAX_SHAPES) return known ?? null;
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
