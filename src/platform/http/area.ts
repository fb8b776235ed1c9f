import type { Database } from '../db/database.ts';
import type { DueWorkKind } from '../jobs/due-work.ts';
import type { Operation, Org } from './operation.ts';

/** What an area contributes to the product; the composition root puts the areas together. */
export interface Area {
  name: string;
  operations: readonly Operation[];
  /** Kinds of timed work that the area does. */
  dueWork?: readonly DueWorkKind[];
  /** Bounded hourly upkeep of the area's tables. */
  upkeep?: (database: Database, org: Org) => Promise<void>;
}
