import { type AccountMatch, matchAccounts } from '#areas/accounts/index.ts';
import { type AddOnRow, listAddOnsById } from '#areas/add-ons/index.ts';
import {
  type CompiledSchema,
  compileSchema,
  type EventSchemaRow,
  type FeatureDetails,
  listMeteredSchemas,
  type SchemaEvent,
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
import { type HourOf, hoursIn } from './hours.ts';
import { loadDependencies } from './load-dependencies.ts';
import { loadPeriods } from './load-periods.ts';
import type { ActiveMeter } from './meter-fields.ts';
import type { EventFacts } from './process-event.ts';
import {
  LICENSE_ID,
  namedBy,
  type ReservedSchemas,
  reservedSchemas,
  USAGE_METER_ID,
} from './reserved-schemas.ts';

/** What the catalog and the accounts say about a batch of events. */
export interface BatchFacts {
  hourOf: HourOf;
  /** The latest version by name, whatever its status; templates of event ids come from here. */
  schemas: ReadonlyMap<string, CompiledSchema>;
  active: ReadonlySet<string>;
  /** Features that events of active schemas use, by schema. */
  features: ReadonlyMap<string, FeatureDetails>;
  /** Active schemas whose events are to say what they earn. */
  pricedSchemas: ReadonlySet<string>;
  /** In the order of the events. */
  matches: readonly (AccountMatch | null)[];
  meters: ReadonlyMap<string, readonly ActiveMeter[]>;
  /** For events of the reserved usage schema, which name their meter. */
  namedMeters: ReadonlyMap<string, EventFacts['meters']>;
  /** For events of the reserved schema for names: the add-ons that they name. */
  licenses: ReadonlyMap<string, AddOnRow>;
  reserved: ReservedSchemas;
}

/**
 * Reads everything that depends on the events alone: a constant number of statements, all in one round trip.
 */
export async function loadBatchFacts(
  tx: Tx,
  org: Org,
  batch: { events: readonly SchemaEvent[]; wirePrefix: string },
): Promise<BatchFacts> {
  const { events } = batch;
  const reserved = reservedSchemas(batch.wirePrefix);
  const names = [...new Set(events.map(({ schemaName }) => schemaName))];
  const meterIds = namedBy(events, reserved.usage.name, USAGE_METER_ID);
  const licenseIds = namedBy(events, reserved.names.name, LICENSE_ID);
  const refs = events.map(({ accountId, timestamp }) => ({ ref: accountId, at: timestamp }));
  const [organization, rows, meters, namedMeters, addOns, matches] = await Promise.all([
    getOrganization(tx, org),
    listMeteredSchemas(tx, org, names),
    listActiveMeters(tx, org, names),
    meterIds.length > 0 ? listUsageMeters(tx, org, meterIds) : [],
    licenseIds.length > 0 ? listAddOnsById(tx, org, licenseIds) : [],
    matchAccounts(tx, org, refs),
  ]);
  const schemas = [...rows.map((row) => compileSchema(row)), ...Object.values(reserved)];
  const features = rows.flatMap(({ name, feature, ...row }) =>
    feature && isActive(row) ? [[name, feature] as const] : [],
  );
  return {
    hourOf: hoursIn(organization.timezone),
    schemas: new Map(schemas.map((schema) => [schema.name, schema])),
    active: new Set([...rows.filter(isActive), ...Object.values(reserved)].map(({ name }) => name)),
    features: new Map(features),
    pricedSchemas: new Set(rows.filter(isPriced).map(({ name }) => name)),
    matches,
    meters: Map.groupBy(meters.map(toActiveMeter), ({ schemaName }) => schemaName),
    namedMeters: new Map(namedMeters.map((row) => [row.id, directMeters(row)])),
    licenses: new Map(addOns.map((row) => [row.id, row])),
    reserved,
  };
}

/** Reads what depends on the matched accounts, and gives the facts of each event in order. */
export async function loadEventFacts(
  tx: Tx,
  org: Org,
  batch: {
    events: readonly SchemaEvent[];
    facts: BatchFacts;
    receivedAt: Temporal.Instant;
    isEntitled: boolean | undefined;
  },
): Promise<EventFacts[]> {
  const { events, facts, receivedAt, isEntitled = false } = batch;
  const schemaOf = ({ schemaName }: SchemaEvent) =>
    facts.active.has(schemaName) ? (facts.schemas.get(schemaName) ?? null) : null;
  const [findPeriod, findDependencies] = await Promise.all([
    loadPeriods(tx, org, { events, matches: facts.matches }),
    loadDependencies(tx, org, { events, matches: facts.matches, schemaOf }),
  ]);
  return events.map((event, index) => {
    const match = facts.matches[index] ?? null;
    return {
      ...{ receivedAt, schema: schemaOf(event), match, isEntitled },
      ...{ feature: facts.features.get(event.schemaName) ?? null, wallet: null },
      period: match && findPeriod(match.accountId, event.timestamp),
      dependencies: findDependencies(index),
      meters: metersOf(event, facts),
      ...(event.schemaName === facts.reserved.names.name && { licenses: facts.licenses }),
    };
  });
}

const isPriced = (row: EventSchemaRow) => row.eventLevelRevenue && isActive(row);
const isActive = ({ status }: Pick<EventSchemaRow, 'status'>) => status === 'ACTIVE';

function toActiveMeter(row: UsageMeterRow): ActiveMeter & { schemaName: string } {
  return { row, compiled: compileMeter(row), schemaName: row.eventSchemaName ?? '' };
}

/** Usage is sent directly to meters that no schema feeds. */
function directMeters(row: UsageMeterRow): EventFacts['meters'] {
  const { id, eventSchemaName } = row;
  if (eventSchemaName !== null)
    return { failure: `usage meter ${id} is fed by events of ${eventSchemaName}, not directly` };
  return row.status === 'ACTIVE' ? [toActiveMeter(row)] : [];
}

function metersOf(event: SchemaEvent, facts: BatchFacts): EventFacts['meters'] {
  if (event.schemaName !== facts.reserved.usage.name) return facts.meters.get(event.schemaName) ?? [];
  const id = event.dimensions.get(USAGE_METER_ID) ?? '';
  return facts.namedMeters.get(id) ?? { failure: `no usage meter has the id ${id}` };
}
