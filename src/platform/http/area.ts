import type { Audit } from '../audits.ts';
import type { Database } from '../db/database.ts';
import type { Deployment } from '../deployment.ts';
import type { StartBackground } from '../jobs/background.ts';
import type { ScheduledWorkKind } from '../jobs/scheduled-work.ts';
import type { Answer } from '../questions.ts';
import type { Operation, Org } from './operation.ts';
import type { ShownBy } from './read-resource.ts';

/** Bounded work on the tables of one organization, done again and again. */
export type Upkeep = (database: Database, org: Org, deployment: Deployment) => Promise<unknown>;

/** What an area contributes to the product; the composition root puts the areas together. */
export interface Area {
  name: string;
  /** Its name in the API document and the reference. */
  title: string;
  operations: readonly Operation[];
  /** Kinds of timed work that the area does. */
  scheduledWork?: readonly ScheduledWorkKind[];
  /** Bounded hourly upkeep of the area's tables. */
  upkeep?: Upkeep;
  /** The same, for what must not wait for an hour. */
  everyMinute?: Upkeep;
  /** What is true of the area's tables at every instant. */
  audits?: readonly Audit[];
  /** How things of a kind are shown, for events that tell of them. */
  resources?: Readonly<Record<string, ShownBy>>;
  /** What lower areas ask of it. */
  answers?: readonly Answer[];
  /** Work in real time beside the queue, such as speaking to the outside world. */
  background?: StartBackground;
}

/** The titles of the areas that operations belong to, by the ids of the operations. */
export function operationGroups(areas: readonly Area[]): ReadonlyMap<string, string> {
  return new Map(areas.flatMap(({ title, operations }) => operations.map(({ id }) => [id, title])));
}
