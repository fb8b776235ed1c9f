import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { INGESTS } from '#platform/db/advisory-locks.ts';
import { applicationRole } from '#platform/db/application-role.ts';
import { freezeClock, moveClock } from '#platform/db/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { countWaiting } from '#test/count-waiting.ts';
import { makeContext } from '#test/event-contexts.ts';
import { countKeptPlans } from '#test/kept-plans.ts';
import { useDatabase } from '#test/open-database.ts';
import { firstKeyOf, keysOf } from '../event-ids.ts';
import { type Changes, changesSince } from './catalog-changes.ts';
import { isIdTaken } from './event-keys.ts';
import { type Foreseen, storeAtOnce, storing } from './events-at-once.ts';

const opened = useDatabase();
const now = Temporal.Instant.from('2030-01-10T10:30:00Z');
const hourAt = Temporal.Instant.from('2030-01-10T10:00:00Z');
const clockMs = now.epochMilliseconds;

let org: Org;
let compared: Changes;
let contextId: number;
let sent = 0;

beforeAll(async () => {
  org = await opened.org('acme');
  await inOrg(async (tx) => {
    await freezeClock(tx, org);
    await moveClock(tx, org, now);
  });
  compared = await compare();
  contextId = await inOrg(makeContext);
});

const inOrg = <T>(run: (tx: Tx) => Promise<T>) =>
  opened.database.transaction({ orgId: org.orgId, access: 'write' }, run);

async function compare(): Promise<Changes> {
  const { rows } = await inOrg((tx) => sql<Changes>`select ${changesSince(org, null)}`.execute(tx));
  return rows[0] as Changes;
}

/** Events of one context with a unit each, under conditions that hold. */
function foresee(eventIds: readonly string[], members: Partial<Foreseen> = {}): Foreseen {
  const hours = {
    ...{ contextIds: [contextId], parts: [0], hourAts: [hourAt] },
    ...{ units: [[`${eventIds.length}`]], events: [[eventIds.length]] },
  };
  return {
    digests: eventIds.map(firstKeyOf),
    events: eventIds.map((eventId, seq) => ({
      ...{ seq, eventId, timestamp: hourAt, contextId },
      ...{ status: 'INGESTION_COMPLETED_EVENT_METERED', packed: { vals: '1', units: '1', detail: null } },
    })),
    ...{ hours, compared },
    ...{ fromMs: clockMs, untilMs: clockMs + 1 },
    ...members,
  };
}

const newIds = (count: number) => Array.from({ length: count }, () => `e${sent++}`);

/** Everything that is there: events with their keys, and usage by hour and cycle. */
async function readAll() {
  const usage = (view: string) => sql`
    select meter_id, sum(units)::text as units, sum(events)::int as events
    from ${sql.table(view)} group by 1`;
  return inOrg(async (tx) => {
    const events = await sql<{ receivedAt: Temporal.Instant }>`
      select convert_from(e.event_id, 'utf8') as id, e.received_at, k.key::text as key
      from event_keys k left join events e using (org_id, seq) order by e.seq`.execute(tx);
    const [hours, cycles] = [await usage('usage_hours').execute(tx), await usage('usage_cycles').execute(tx)];
    return { events: events.rows, hours: hours.rows, cycles: cycles.rows };
  });
}

const keyOf = (id: string) => (keysOf(id)[0] as Buffer).readBigInt64BE(0).toString();

describe('events whose way is known', () => {
  it('are stored with their ids and their usage, as received at the clock of the organization', async () => {
    const ids = newIds(3);
    const stored = await storeAtOnce(opened.database, org, foresee(ids));
    expect(stored).toMatchObject({ now, snapshot: expect.any(String), atSeconds: expect.any(Number) });
    const { events, ...sums } = await readAll();
    expect(events).toEqual(ids.map((id) => ({ id, receivedAt: now, key: keyOf(id) })));
    const row = { meterId: 'm1', units: '3', events: 3 };
    expect(sums).toEqual({ hours: [row], cycles: [row] });
  });

  it.each([
    ['the clock has not come to', async () => ({ fromMs: clockMs + 1, untilMs: clockMs + 2 })],
    ['the clock has passed', async () => ({ fromMs: clockMs - 1, untilMs: clockMs })],
    ['something became known after', async () => ({ compared: await changeAfterwards() })],
    ['nobody knows what changed since', async () => ({ compared: { ...compared, atSeconds: 0 } })],
  ])('are not stored under conditions that %s', async (_, conditions) => {
    const before = await readAll();
    const foreseen = foresee(newIds(2), await conditions());
    expect(await storeAtOnce(opened.database, org, foreseen)).toBeNull();
    expect(await readAll()).toEqual(before);
    compared = await compare();
  });

  it('fail together with one whose id is taken', async () => {
    const [taken = ''] = newIds(1);
    await storeAtOnce(opened.database, org, foresee([taken]));
    const before = await readAll();
    const failing = storeAtOnce(opened.database, org, foresee([...newIds(1), taken]));
    await expect(failing).rejects.toSatisfy(isIdTaken);
    expect(await readAll()).toEqual(before);
  });

  it.each([
    [128, 1],
    [129, 2],
  ])(
    'follow those before them on one connection if they are few: %i of them, %i wait',
    async (count, waiting) => {
      const store = () => storeAtOnce(opened.database, org, foresee(newIds(count)));
      // So often that the server keeps the statement.
      for (let run = 0; run < 6; run++) await store();
      const owner = new pg.Client({ connectionString: opened.url });
      await owner.connect();
      await owner.query(`select pg_advisory_lock(${INGESTS.lock.lockClass}, ${org.orgId})`);
      const first = store();
      await setImmediate();
      const both = Promise.all([first, store()]);
      try {
        await expect.poll(() => countWaiting(owner), { timeout: 10_000 }).toBe(waiting);
        await sleep(200);
        expect(await countWaiting(owner)).toBe(waiting);
      } finally {
        // Gives the lock back: nobody waits a minute for it when this fails.
        await owner.end();
      }
      for (const stored of await both) expect(stored).toMatchObject({ now });
    },
  );

  it.each([1, 30, 500])('are stored with a plan that the server keeps: %i', async (count) => {
    const client = new pg.Client({ connectionString: opened.url });
    await client.connect();
    await client.query(`set role ${applicationRole}; set app.org_id = '${org.orgId}'`);
    // Conditions that do not hold, so that it can be asked for again.
    const foreseen = foresee(newIds(count), { untilMs: clockMs });
    expect(await countKeptPlans(client, (tx) => tx.executeQuery(storing(org, foreseen)))).toBe(15);
    await client.end();
  });
});

async function changeAfterwards(): Promise<Changes> {
  const before = await compare();
  await inOrg((tx) =>
    sql`insert into catalog_changes (org_id, kind, key) values (${org.orgId}, 'ACCOUNT', 'a')`.execute(tx),
  );
  return before;
}
