import type { Audit } from '../audits.ts';
import type { Database } from '../db/database.ts';
import type { Deployment } from '../deployment.ts';
import type { StartBackground } from '../jobs/background.ts';
import type { ScheduledWorkKind } from '../jobs/scheduled-work.ts';
import type { PortHandler } from '../ports.ts';
import type { Operation, Org } from './operation.ts';
import type { ShownBy } from './read-resource.ts';

/** Bounded, periodic maintenance of the tables of one organization. */
export type Maintenance = (database: Database, org: Org, deployment: Deployment) => Promise<unknown>;

/** What an area contributes to the product; the composition root assembles the areas. */
export interface Area {
  name: string;
  /** The name of the area in the API document and the reference. */
  title: string;
  operations: readonly Operation[];
  /** Kinds of scheduled work that the area runs. */
  scheduledWork?: readonly ScheduledWorkKind[];
  /** Bounded hourly maintenance of the area's tables. */
  maintenance?: Maintenance;
  /** Bounded maintenance that runs every minute. */
  everyMinute?: Maintenance;
  /** Invariants of the area's tables. */
  audits?: readonly Audit[];
  /** How resources of each kind are represented in events about them. */
  resources?: Readonly<Record<string, ShownBy>>;
  /** Queries that lower areas may send to this area. */
  portHandlers?: readonly PortHandler[];
  /** Real-time work outside the queue, such as calls to external services. */
  background?: StartBackground;
}

/** The maintenance and the background work of all areas. */
export function joinRegularWork(areas: readonly Area[]) {
  return {
    maintenance: areas.flatMap((area) => area.maintenance ?? []),
    everyMinute: areas.flatMap((area) => area.everyMinute ?? []),
    background: areas.flatMap((area) => area.background ?? []),
  };
}
