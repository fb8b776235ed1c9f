import type { EventType } from '#areas/webhooks/index.ts';
import type { Client } from '../running-app.ts';

/** Something that happens in a new organization on 1 January 2030, by HTTP, and what is told of it. */
export interface Story {
  tells: readonly EventType[];
  /** Returns the id of the thing of each type. */
  happens(client: Client, webhookId: string, place: { filesFolder: string }): Promise<readonly string[]>;
}
