import type { AddOnRow } from '#areas/add-ons/index.ts';
import { listAddOnsById } from '#areas/add-ons/index.ts';
import {
  type CompiledSchema,
  compileSchema,
  type FeatureDetails,
  listMeteredSchemas,
} from '#areas/event-schemas/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import {
  compileMeter,
  listActiveMeters,
  listUsageMeters,
  type UsageMeterRow,
} from '#areas/usage-meters/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { EventFacts } from '../decision/event-facts.ts';
import { type HourOf, hoursIn } from '../hours.ts';
import type { ActiveMeter } from '../meter-fields.ts';

/** The latest version of a schema, and the meters and feature that it feeds. */
export interface SchemaFacts {
  compiled: CompiledSchema;
  isActive: boolean;
  /** Whether its events store their revenue. */
  isPriced: boolean;
  /** The feature that events of the active schema use. */
  feature: FeatureDetails | null;
  meters: readonly ActiveMeter[];
}

/** The part of an organization's catalog that events have needed so far. */
export interface CatalogFacts {
  hourOf: HourOf | null;
  /** Null: no schema has the name. */
  schemas: Map<string, SchemaFacts | null>;
  /** For events of the reserved usage schema, which name their meter; null: no meter has the id. */
  namedMeters: Map<string, EventFacts['meters'] | null>;
  /** For events of the reserved schema for names; null: no add-on has the id. */
  licenses: Map<string, AddOnRow | null>;
}

export interface CatalogNames {
  schemas: Iterable<string>;
  meterIds: Iterable<string>;
  licenseIds: Iterable<string>;
}

export function noCatalogFacts(): CatalogFacts {
  return { hourOf: null, schemas: new Map(), namedMeters: new Map(), licenses: new Map() };
}

export function isAllKnown(facts: CatalogFacts, { schemas, meterIds, licenseIds }: CatalogNames): boolean {
  const { hourOf, namedMeters, licenses } = facts;
  if (hourOf === null) return false;
  for (const name of schemas) if (!facts.schemas.has(name)) return false;
  for (const id of meterIds) if (!namedMeters.has(id)) return false;
  for (const id of licenseIds) if (!licenses.has(id)) return false;
  return true;
}

/** Reads unknown entries in one round trip. */
export async function loadCatalog(
  tx: Tx,
  org: Org,
  { facts, wanted }: { facts: CatalogFacts; wanted: CatalogNames },
): Promise<void> {
  const names = [...wanted.schemas].filter((name) => !facts.schemas.has(name));
  const meterIds = [...wanted.meterIds].filter((id) => !facts.namedMeters.has(id));
  const licenseIds = [...wanted.licenseIds].filter((id) => !facts.licenses.has(id));
  await Promise.all([
    facts.hourOf === null && loadHours(tx, org, facts),
    names.length > 0 && loadSchemas(tx, org, { facts, names }),
    meterIds.length > 0 && loadNamedMeters(tx, org, { facts, meterIds }),
    licenseIds.length > 0 && loadLicenses(tx, org, { facts, licenseIds }),
  ]);
}

async function loadHours(tx: Tx, org: Org, facts: CatalogFacts): Promise<void> {
  const { timezone } = await getOrganization(tx, org);
  facts.hourOf = hoursIn(timezone);
}

async function loadSchemas(
  tx: Tx,
  org: Org,
  { facts, names }: { facts: CatalogFacts; names: readonly string[] },
): Promise<void> {
  const [rows, meters] = await Promise.all([
    listMeteredSchemas(tx, org, names),
    listActiveMeters(tx, org, names),
  ]);
  const ofSchema = Map.groupBy(meters, ({ eventSchemaName }) => eventSchemaName);
  for (const name of names) facts.schemas.set(name, null);
  for (const { feature, ...row } of rows) {
    const isActive = row.status === 'ACTIVE';
    facts.schemas.set(row.name, {
      compiled: compileSchema(row),
      isActive,
      isPriced: isActive && row.eventLevelRevenue,
      feature: isActive ? feature : null,
      meters: (ofSchema.get(row.name) ?? []).map(toActiveMeter),
    });
  }
}

async function loadNamedMeters(
  tx: Tx,
  org: Org,
  { facts, meterIds }: { facts: CatalogFacts; meterIds: readonly string[] },
): Promise<void> {
  for (const id of meterIds) facts.namedMeters.set(id, null);
  for (const row of await listUsageMeters(tx, org, meterIds))
    facts.namedMeters.set(row.id, directMeters(row));
}

async function loadLicenses(
  tx: Tx,
  org: Org,
  { facts, licenseIds }: { facts: CatalogFacts; licenseIds: readonly string[] },
): Promise<void> {
  for (const id of licenseIds) facts.licenses.set(id, null);
  for (const row of await listAddOnsById(tx, org, licenseIds)) facts.licenses.set(row.id, row);
}

function toActiveMeter(row: UsageMeterRow): ActiveMeter {
  return { row, compiled: compileMeter(row) };
}

/** Meters without a schema receive usage directly. */
function directMeters(row: UsageMeterRow): EventFacts['meters'] {
  const { id, eventSchemaName } = row;
  if (eventSchemaName !== null)
    return { failure: `usage meter ${id} counts events of schema ${eventSchemaName}, not direct usage` };
  return row.status === 'ACTIVE' ? [toActiveMeter(row)] : [];
}
