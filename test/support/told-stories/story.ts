import type { EventType } from '#areas/webhooks/index.ts';
import type { Client } from '../running-app.ts';

/** Something that happens in a new organization on 1 January 2030, by HTTP, and what is told of it. */
export interface Story {
  tells: readonly EventType[];
  /** Returns the id of the thing of each type. */
  happens(client: Client, webhookId: string, place: Place): Promise<readonly string[]>;
}

export interface Place {
  filesFolder: string;
  /** Asks finalization hooks at an instant of real time. */
  askHooks(at: Temporal.Instant): Promise<void>;
}
