import type { Sent } from '#platform/http/operation.ts';
import type { EventPipelineInfo, EventWithStatus } from './schema.ts';
import type { EventRow } from './store/events.ts';

/** An event with its status, as it is on the wire. */
export function describeEvent(row: EventRow): Sent<EventWithStatus> {
  return {
    referenceId: row.referenceId,
    eventPayload: {
      schemaName: row.schemaName,
      id: row.eventId,
      timestamp: row.eventTime,
      accountId: row.accountRef,
      attributes: row.attributes,
      dimensions: row.dimensions,
    },
    ingestionStatus: { status: row.status, statusDescription: row.statusDescription },
    customerId: row.customerId,
    source: { id: row.sourceId, type: row.sourceType },
    createdAt: row.receivedAt,
  };
}

/** What processing found out, with the plans' names of today. */
export function describePipeline(
  { pipeline }: EventRow,
  planNames: ReadonlyMap<string, string>,
): Sent<EventPipelineInfo> {
  return {
    ...pipeline,
    pricePlans: pipeline.pricePlans?.map((plan) => ({
      ...plan,
      name: planNames.get(plan.id) ?? plan.id,
      cycleStart: Temporal.PlainDate.from(plan.cycleStart),
      cycleEnd: Temporal.PlainDate.from(plan.cycleEnd),
    })),
  };
}
