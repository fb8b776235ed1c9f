import type { EventType } from '#areas/webhooks/index.ts';
import type { Person } from '../people.ts';
import type { Client } from '../running-app.ts';

/** A sequence of HTTP requests in a new organization on 1 January 2030, and the events that it publishes. */
export interface Story {
  publishes: readonly EventType[];
  /** Returns the id of the resource of each type. */
  run(client: Client, webhookId: string, context: StoryContext): Promise<readonly string[]>;
}

export interface StoryContext {
  filesFolder: string;
  /** An administrator of production, who may also use the sandbox. */
  join(name: string): Promise<Person>;
  /** Calls finalization hooks at an instant of real time. */
  callHooks(at: Temporal.Instant): Promise<void>;
}
