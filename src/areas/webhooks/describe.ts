import { dataOf, type MessageEvent } from './message.ts';
import type { Webhook } from './schema.ts';
import type { AttemptRow, DeliveryRow } from './store/deliveries.ts';
import type { EndpointRow } from './store/endpoints.ts';

/** The wire shape of a webhook, without its secrets. */
export function describeWebhook(row: EndpointRow): Webhook {
  const { id, url, types, format, status, description, disabledReason, failingSince, createdAt, updatedAt } =
    row;
  return {
    ...{ id, url, types, format, status, createdAt, updatedAt },
    ...(description !== null && { description }),
    ...(disabledReason !== null && { disabledReason }),
    ...(failingSince !== null && { failingSince }),
  };
}

export function describeDelivery(
  row: DeliveryRow,
  { type, attempts }: { type: string; attempts: readonly AttemptRow[] },
) {
  const { eventId, endpointId, status, nextAttemptAt, createdAt, updatedAt } = row;
  return {
    ...{ eventId, eventType: type, webhookId: endpointId, status, nextAttemptAt, createdAt, updatedAt },
    attempts: attempts.map(({ statusCode, ...attempt }) => ({ ...attempt, status: statusCode })),
  };
}

type EventSummary = Pick<MessageEvent, 'id' | 'type' | 'kind' | 'resourceId' | 'sequence' | 'at'>;

export function describeEvent({ id, type, kind, resourceId, sequence, at }: EventSummary) {
  return { id, type, resourceKind: kind, resourceId, sequence, timestamp: at };
}

/** The event as it is sent, with exact numbers. */
export function describeWholeEvent(event: MessageEvent) {
  const keepSource = (_: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && context?.source ? JSON.rawJSON(context.source) : value;
  return { ...describeEvent(event), data: JSON.parse(dataOf(event), keepSource as never) as object };
}
