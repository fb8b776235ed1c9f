import type { Org } from '#platform/http/operation.ts';
import type { WebhookEventsTable } from './tables.ts';

export const MAX_BODY_BYTES = 256 * 1024;

export type MessageEvent = Pick<
  WebhookEventsTable,
  'id' | 'type' | 'kind' | 'resourceId' | 'sequence' | 'at' | 'object' | 'previous'
>;

/** The body of an event, byte for byte the same in every attempt. */
export function messageBody(org: Pick<Org, 'id' | 'environment'>, event: MessageEvent): string {
  const whole = envelope(org, event, dataOf(event));
  if (Buffer.byteLength(whole) <= MAX_BODY_BYTES) return whole;
  return envelope(org, event, dataOf({ ...event, object: null, previous: null }));
}

/** The format of incoming webhooks of chats: one member with a text. */
export function chatBody({
  text,
  type,
  resourceId,
}: {
  text: string | null;
  type: string;
  resourceId: string;
}) {
  return JSON.stringify({ text: text ?? `${type} ${resourceId}` });
}

/** The JSON text of the member `data`. */
export function dataOf(event: MessageEvent): string {
  const { kind, resourceId, sequence, object, previous } = event;
  const shown = object ?? JSON.stringify({ id: resourceId, type: kind });
  const members = [
    `"object":${shown}`,
    ...(previous === null ? [] : [`"previous":${previous}`]),
    `"sequence":${sequence}`,
    ...(object === null ? ['"truncated":true'] : []),
  ];
  return `{${members.join(',')}}`;
}

function envelope({ id, environment }: Pick<Org, 'id' | 'environment'>, event: MessageEvent, data: string) {
  const head = {
    type: event.type,
    timestamp: event.at.toString({ fractionalSecondDigits: 3 }),
    organizationId: id,
    environment: environment === 'production' ? 'live' : 'sandbox',
  };
  return `${JSON.stringify(head).slice(0, -1)},"data":${data}}`;
}
