import type { EventType } from '#areas/webhooks/index.ts';
import type { Client } from '../running-app.ts';

/** A sequence of HTTP requests in a new organization on 1 January 2030, and the events that it publishes. */
export interface Story {
  tells: readonly EventType[];
  /** Returns the id of the resource of each type. */
  happens(client: Client, webhookId: string, place: Place): Promise<readonly string[]>;
}

export interface Place {
  filesFolder: string;
  /** Calls finalization hooks at an instant of real time. */
  askHooks(at: Temporal.Instant): Promise<void>;
}
