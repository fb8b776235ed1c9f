import { sql } from 'kysely';
import { type Decimal, decimalText } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { editTimeline, openAccount, publishPlan } from './billing-scenario.ts';
import type { Client, Service } from './running-app.ts';

/** Helpers for metering scenarios: rides with a distance and a city. */

export interface Meters {
  /** Sums the distance of all rides. */
  distance: string;
  /** Counts rides in Oslo. */
  oslo: string;
}

export async function meterRides(client: Client): Promise<Meters> {
  await client.must.post('/event_schema', {
    name: 'ride',
    attributes: [{ name: 'distance' }],
    dimensions: [{ name: 'city' }],
    filterFields: ['city'],
    eventIdTemplate: '{{accountId}}:{{dimensions.order}}',
  });
  await client.must.post('/event_schema/ride/activate');
  return {
    distance: await createMeter(client, {
      name: 'distance',
      aggregation: 'SUM',
      computations: [{ computation: '{"var":"attribute.distance"}', order: 1 }],
    }),
    oslo: await createMeter(client, {
      name: 'oslo',
      aggregation: 'COUNT',
      filters: [{ field: 'city', value: 'Oslo' }],
      computations: [{ computation: '1', order: 1 }],
    }),
  };
}

export async function createMeter(client: Client, members: Record<string, unknown>): Promise<string> {
  const body = { type: 'COUNTER', eventSchemaName: 'ride', ...members };
  const { id } = await client.must.post('/usage_meters', body);
  await client.must.post(`/usage_meters/${id}/activate`);
  return id;
}

/** Accounts whose rides are priced by distance, each month of 2030. */
export async function sellRides(client: Client, accountIds: readonly string[]): Promise<void> {
  await client.setClock('2030-01-10T00:00:00Z');
  const { distance } = await meterRides(client);
  const planId = await publishPlan(client, {
    ...{ name: 'plan', interval: 'MONTHLY', isOngoing: true },
    cards: [{ type: 'USAGE', billableId: distance, usage: { model: 'TIERED', slabs: [{ rate: 1 }] } }],
  });
  for (const id of accountIds) {
    await openAccount(client, id);
    await editTimeline(client, id, [{ planId, from: '2030-01-01' }]);
  }
}

export interface Ride {
  schemaName: string;
  id?: string;
  timestamp: string;
  accountId: string;
  attributes: { name: string; value: string; unit?: string }[];
  dimensions: Record<string, string>;
}

/** A ride of 1.5 to Oslo on 9 January 2030. */
export function ride(id: string | undefined, members: Partial<Ride> & { distance?: string } = {}): Ride {
  const { distance = '1.5', ...rest } = members;
  return {
    ...{ schemaName: 'ride', timestamp: '2030-01-09T12:00:00Z', accountId: 'a1' },
    ...(id !== undefined && { id }),
    ...{ attributes: [{ name: 'distance', value: distance }], dimensions: { city: 'Oslo' } },
    ...rest,
  };
}

/** Status of the newest occurrence of an event id. */
export async function statusOf(client: Client, eventId: string): Promise<string> {
  return (await statusesOf(client, eventId))[0] as string;
}

/** Statuses of all occurrences of an event id, newest first. */
export async function statusesOf(client: Client, eventId: string): Promise<string[]> {
  const { events } = await client.must.get(`/events/${encodeURIComponent(eventId)}`);
  return events.map(({ ingestionStatus }: { ingestionStatus: { status: string } }) => ingestionStatus.status);
}

/** Runs as the sandbox of an organization, to read what only the database shows. */
export async function asSandbox<T>(
  service: Service,
  run: (tx: Tx, org: Org) => Promise<T>,
  id = 'default',
): Promise<T> {
  const { database } = service.app;
  const org = await database.transaction({ orgId: null, access: 'read', isDirectory: true }, async (tx) => {
    const { rows } = await sql<Org>`select org_id, id, environment from organizations
        where id = ${id} and environment = 'sandbox'`.execute(tx);
    return rows[0] as Org;
  });
  return database.transaction({ orgId: org.orgId, access: 'write' }, (tx) => run(tx, org));
}

export interface StoredUsage {
  /** `account meter time units` of each event and meter. */
  rows: string[];
  /** `account meter hour units events`. */
  hours: string[];
  /** `account schedule cycle meter units events`. */
  cycles: string[];
}

/** All usage as sorted text. Numbers have no trailing zeros, because sums keep the longest scale. */
interface MeteredRow {
  accountId: string;
  meterId: string;
  eventTime: Temporal.Instant;
  units: Decimal;
}

/** The total of a rollup's rows across processes and lanes. */
function keptOf(table: string) {
  const aggregation = sql`(select m.aggregation from usage_meters m
    where m.org_id = ${sql.ref(`${table}.org_id`)} and m.id = ${sql.ref(`${table}.meter_id`)})`;
  return sql<Decimal>`case ${aggregation} when 'MAX' then max(units) when 'MIN' then min(units)
    else sum(units) end`;
}

export function readStoredUsage(service: Service, id = 'default'): Promise<StoredUsage> {
  return asSandbox(
    service,
    async (tx, { orgId }) => {
      const [rows, hours, cycles] = await Promise.all([
        sql<MeteredRow>`select account_id, meter_id, event_time, units from metered_usage
          where org_id = ${orgId}`.execute(tx),
        tx
          .selectFrom('usageHours')
          .select(['accountId', 'meterId', 'hourAt'])
          .select([keptOf('usage_hours').as('units'), sql<number>`sum(events)::int8`.as('events')])
          .where('orgId', '=', orgId)
          .groupBy(['orgId', 'accountId', 'meterId', 'hourAt'])
          .execute(),
        tx
          .selectFrom('usageCycles')
          .select(['accountId', 'scheduleId', 'cycleStart', 'meterId'])
          .select([keptOf('usage_cycles').as('units'), sql<number>`sum(events)::int8`.as('events')])
          .where('orgId', '=', orgId)
          .groupBy(['orgId', 'accountId', 'scheduleId', 'cycleStart', 'meterId'])
          .execute(),
      ]);
      return {
        rows: rows.rows
          .map((row) => `${row.accountId} ${row.meterId} ${row.eventTime} ${decimalText(row.units)}`)
          .sort(),
        hours: hours
          .map(
            (row) => `${row.accountId} ${row.meterId} ${row.hourAt} ${decimalText(row.units)} ${row.events}`,
          )
          .sort(),
        cycles: cycles
          .map((row) => {
            const key = `${row.accountId} ${row.scheduleId} ${row.cycleStart} ${row.meterId}`;
            return `${key} ${decimalText(row.units)} ${row.events}`;
          })
          .sort(),
      };
    },
    id,
  );
}
