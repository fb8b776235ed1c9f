import type { Sent } from '#platform/http/operation.ts';
import { sentAtOf, unpackFields, unpackPipeline } from './event-context.ts';
import type { EventPipelineInfo } from './event-info-schema.ts';
import { referenceOf } from './event-numbers.ts';
import { explainSteps, type FilteringTerms } from './explain-filtered-out.ts';
import type { PipelineTerms } from './pipeline-plans.ts';
import type { EventWithStatus } from './schema.ts';
import type { EventRow } from './store/events.ts';

/** An event with its status, as it appears on the wire. */
export function describeEvent(row: EventRow): Sent<EventWithStatus> {
  const { accountId, attributes, dimensions } = unpackFields(row.facts, row);
  const [type, id] = row.facts.source;
  return {
    referenceId: referenceOf(row.seq),
    eventPayload: {
      schemaName: row.schemaName,
      id: row.eventId,
      timestamp: sentAtOf(row),
      accountId,
      attributes,
      dimensions,
    },
    ingestionStatus: { status: row.status, statusDescription: row.detail.description },
    customerId: row.customerId,
    source: { id, type },
    createdAt: row.receivedAt,
  };
}

/** The pipeline of an event, with the current names and terms. */
export function describePipeline(
  row: EventRow,
  {
    planNames,
    terms,
    filtering,
  }: { planNames: ReadonlyMap<string, string>; terms: PipelineTerms; filtering: FilteringTerms },
): Sent<EventPipelineInfo> {
  const pipeline = unpackPipeline(row, row);
  return {
    ...pipeline,
    usageMeters: explainSteps(row, pipeline, filtering),
    baseCurrency: terms.baseCurrency,
    invoiceCurrency: pipeline.account && terms.currencies.get(pipeline.account.id),
    statusBeforeReverting: row.detail.before,
    pricePlans: pipeline.pricePlans?.map((plan) => ({
      ...plan,
      name: planNames.get(plan.id) ?? plan.id,
      usageMeters: [...(terms.meters.get(plan.scheduleId) ?? [])],
      cycleStart: Temporal.PlainDate.from(plan.cycleStart),
      cycleEnd: Temporal.PlainDate.from(plan.cycleEnd),
    })),
  };
}
