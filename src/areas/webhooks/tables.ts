import type { Generated } from 'kysely';
import type { StoredSecret } from '#platform/outbound/signing-secrets.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    webhookEndpoints: WebhookEndpointsTable;
    eventSequences: EventSequencesTable;
    webhookEvents: WebhookEventsTable;
    webhookDeliveries: WebhookDeliveriesTable;
    webhookAttempts: WebhookAttemptsTable;
  }
}

export interface WebhookEndpointsTable {
  orgId: number;
  id: string;
  url: string;
  types: string[];
  description: string | null;
  status: 'ACTIVE' | 'DISABLED';
  disabledReason: 'CALLER' | 'GONE' | 'FAILING' | null;
  /** The current secret first. */
  secrets: StoredSecret[];
  failingSince: Temporal.Instant | null;
  /** A chat receives sentences instead of events, and has no subscriptions. */
  format: Generated<'EVENT' | 'CHAT'>;
  /** Real time since which the subscription is unchanged. */
  subscribedSince: Generated<Temporal.Instant>;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  rowVersion: Generated<number>;
}

export interface EventSequencesTable {
  orgId: number;
  kind: string;
  resourceId: string;
  last: number;
}

export interface WebhookEventsTable {
  orgId: number;
  id: string;
  type: string;
  kind: string;
  resourceId: string;
  sequence: number;
  at: Temporal.Instant;
  object: string | null;
  previous: string | null;
  createdAt: Temporal.Instant;
}

export type DeliveryStatus = 'PENDING' | 'RETRYING' | 'DELIVERED' | 'FAILED';

export interface WebhookDeliveriesTable {
  orgId: number;
  endpointId: string;
  eventId: string;
  status: DeliveryStatus;
  failures: Generated<number>;
  attempts: Generated<number>;
  nextAttemptAt: Temporal.Instant | null;
  lease: string | null;
  /** The sentences for a chat; null: send the event itself. */
  text: string | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
}

export interface WebhookAttemptsTable {
  orgId: number;
  endpointId: string;
  eventId: string;
  number: number;
  startedAt: Temporal.Instant;
  durationMs: number;
  statusCode: number | null;
  error: string | null;
  requestHead: string;
  responseHead: string | null;
}
