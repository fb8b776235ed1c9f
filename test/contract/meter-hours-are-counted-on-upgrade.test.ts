import { afterAll, beforeAll, expect, it } from 'vitest';
import { maintainEvents } from '#areas/usage/maintain-events.ts';
import { listMeterHourMismatches } from '#areas/usage/store/meter-hours.ts';
import { applicationRole } from '#platform/db/application-role.ts';
import { type Database, openDatabase } from '#platform/db/database.ts';
import type { Deployment } from '#platform/deployment.ts';
import type { Org } from '#platform/http/operation.ts';
import { type OlderRows, openRowsBefore, upgrade } from '#test/older-database.ts';

/*
 * Usage of releases that had sums by account only, in a database whose owner is itself subject to the walls.
 * Meter m1 at 10:00: 1.5 of 2 events by context, 2.25 of 1 by account; m2: 4 of 1 by context, whose undoing
 * left -4 of -1; m3 is a meter of MAX.
 */
const LOGIN = `hours_owner_${process.pid}`;
const HOUR = '2030-01-10T10:00:00Z';
const ORG: Org = { orgId: 1, id: 'one', environment: 'sandbox' };
const stops: (() => Promise<unknown>)[] = [];
let stored: OlderRows;
let database: Database;

beforeAll(async () => {
  stored = await openRowsBefore(stops, { migration: '_meter_hours.sql', login: LOGIN });
  const { insert } = stored;
  await insert('usage_meters', {
    ...{ org_id: 1, id: 'm3', name: 'm3', version: 1, type: 'COUNTER', status: 'ACTIVE', description: '' },
    ...{ aggregation: 'MAX', filters: [], computations: [], created_at: HOUR, updated_at: HOUR },
    ...{ row_version: 1 },
  });
  await insert('event_contexts', {
    ...{ org_id: 1, content: '\\x01', schema_name: 'rides', account_id: 'a', meter_ids: ['m1', 'm2'] },
    facts: {},
  });
  const hour = { org_id: 1, hour_at: HOUR, slot: 0 };
  await insert('context_hours', {
    ...{ ...hour, context_id: 1, part: 0, units1: 1.5, events1: 2, units2: 4, events2: 1 },
  });
  const ofAccount = { ...hour, account_id: 'b' };
  await insert('account_hours', { ...ofAccount, meter_id: 'm1', units: 2.25, events: 1 });
  await insert('account_hours', { ...ofAccount, meter_id: 'm2', units: -4, events: -1 });
  await insert('account_hours', { ...ofAccount, meter_id: 'm3', units: 9, events: 1 });
  const { applicationRole: role } = await upgrade(stored.older);
  database = openDatabase({
    ...{
      connection: { connectionString: stored.older.url },
      maxConnections: 2,
      role: role ?? applicationRole,
    },
    onError: () => undefined,
  });
  stops.push(() => database.close());
}, 120_000);

afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

const rowsOf = async (query: string) => (await stored.database.query(query)).rows;

it('by the maintenance, once', async () => {
  expect(await rowsOf('select org_id from uncounted_meter_hours')).toEqual([{ org_id: 1 }]);
  expect(await rowsOf('select from meter_hour_changes')).toEqual([]);
  for (let hours = 0; hours < 2; hours++)
    await maintainEvents(database, ORG, { eventRetentionDays: null } as Deployment);
  expect(await rowsOf('select org_id from uncounted_meter_hours')).toEqual([]);
  expect(await rowsOf('select from meter_hour_changes')).toEqual([]);
  const sums = await rowsOf(`
    select meter_id, hour_at = '${HOUR}' as is_then, units::float, events::int from meter_hours order by 1`);
  expect(sums).toEqual([
    { meter_id: 'm1', is_then: true, units: 3.75, events: 3 },
    { meter_id: 'm2', is_then: true, units: 0, events: 0 },
  ]);
  const scope = { orgId: 1, access: 'write' } as const;
  expect(
    await database.transaction(scope, (tx) =>
      listMeterHourMismatches(tx, ORG, { after: null, last: null, limit: 10 }),
    ),
  ).toEqual([]);
});
