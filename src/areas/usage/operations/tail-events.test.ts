import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { meterRides, type Ride, ride } from '#test/metering-scenario.ts';
import type { Heard, Listening } from '#test/open-stream.ts';
import { type Client, client, startApp, useService } from '#test/running-app.ts';
import { BLOCK_EVENTS, referenceOf } from '../event-numbers.ts';

const TAIL = '/ext/v1/events/tail';
const service = useService();
const stops: (() => Promise<unknown>)[] = [];
const open: Listening[] = [];
let other: Client;
let admin: pg.Client;

beforeAll(async () => {
  const { sandbox, databaseUrl } = service;
  await sandbox.setClock('2030-01-10T00:00:00Z');
  await meterRides(sandbox);
  await openAccount(sandbox, 'a1');
  await openAccount(sandbox, 'a2');
  other = client(await startApp(stops, databaseUrl), '/sandbox', sandbox.key);
  admin = new pg.Client({ connectionString: databaseUrl });
  admin.on('error', () => undefined);
  await admin.connect();
});
afterEach(async () => {
  for (const stream of open.splice(0)) await stream.hangUp();
});
afterAll(async () => {
  await admin.end();
  for (const stop of stops.reverse()) await stop();
});

async function listen(query = '', caller: Client = service.sandbox): Promise<Listening> {
  const stream = await caller.listen(TAIL + query);
  open.push(stream);
  return stream;
}

const send = (events: Ride[], caller: Client = service.sandbox) =>
  caller.must.post('/ingestBatch', { events });
const ids = (messages: readonly Heard[]) =>
  messages.map(({ event, data }) => (event === 'event' ? data.eventPayload.id : event)).join(' ');

describe('GET /ext/v1/events/tail', () => {
  it('200 with each event as the list shows it, its status and the reason', async () => {
    const stream = await listen();
    await send([ride('t1'), ride('t2', { accountId: 'nobody' }), ride('t3', { dimensions: {} }), ride('t1')]);
    const heard = await stream.heard(4);
    const { events } = await service.sandbox.must.get('/events?pageSize=4');
    expect(heard.map(({ data }) => data)).toEqual(events.toReversed());
    expect(heard.map(({ id }) => id)).toEqual(
      events.toReversed().map((each: { referenceId: string }) => each.referenceId),
    );
    expect(
      heard.map(({ data: { ingestionStatus: status } }) => [status.status, status.statusDescription]),
    ).toEqual([
      ['INGESTION_COMPLETED_EVENT_METERED', undefined],
      ['INGESTION_FAILED_ACCOUNT_NOT_FOUND', expect.stringContaining('nobody')],
      ['INGESTION_FAILED', 'missing dimension city'],
      ['INGESTION_FAILED_DUPLICATE_EVENT', expect.stringContaining('accepted before')],
    ]);
  });

  it('200 for what another process stores, once, and in order with the own', async () => {
    const [here, there] = [await listen(), await listen('', other)];
    for (let i = 0; i < 6; i++) await send([ride(`p${i}`)], i % 2 === 0 ? service.sandbox : other);
    for (const stream of [here, there]) expect(ids(await stream.heard(6))).toBe('p0 p1 p2 p3 p4 p5');
  });

  it('200 with what the filters of the list let through', async () => {
    const expected = {
      '?status=PROCESSED': 'f1 f2',
      '?status=UNPROCESSED': 'f3 f4',
      '?status=INGESTION_FAILED,INGESTION_COMPLETED_EVENT_METERED': 'f1 f2 f4',
      '?account_id=a2': 'f2 f4',
      '?account_id=a1,a2&status=UNPROCESSED': 'f4',
      '?schema_name=walk': 'f3',
    };
    const streams = await Promise.all(Object.keys(expected).map((query) => listen(query)));
    await send([
      ride('f1'),
      ride('f2', { accountId: 'a2' }),
      ride('f3', { schemaName: 'walk' }),
      ride('f4', { accountId: 'a2', dimensions: {} }),
    ]);
    for (const [index, wanted] of Object.values(expected).entries()) {
      const stream = streams[index] as Listening;
      expect(ids(await stream.heard(wanted.split(' ').length))).toBe(wanted);
    }
  });

  it('200 and nothing of another organization or environment', async () => {
    const { sandbox, production } = await service.createOrganization('neighbour');
    const streams = [
      await listen('', sandbox),
      await listen('', production),
      await listen('', service.production),
    ];
    await send([ride('w1')]);
    await send([ride('own')], sandbox);
    expect(ids(await (streams[0] as Listening).heard(1))).toBe('own');
    for (const stream of streams.slice(1)) expect(stream.messages).toEqual([]);
  });

  it('200 and no event that was there before the first listener', async () => {
    await send([ride('before')]);
    const stream = await listen();
    await send([ride('after')]);
    expect(ids(await stream.heard(1))).toBe('after');
  });

  it.each([
    // query and headers                                      message
    ['?after=x', {}, /^after: must be the referenceId of an event$/],
    ['?after=t1', {}, /^after: must be/],
    [
      '',
      { 'last-event-id': '00000000-0000-4000-8000-000000000000' },
      /^Last-Event-ID: must be the referenceId/,
    ],
    ['?status=DONE', {}, /^status: must be one of PROCESSED/],
    ['?account_id=a%00', {}, /control characters/],
    ['?_sort=x', {}, /^unknown query parameter/],
  ])('400 for %s %o', async (query, headers, message) => {
    const rejected = await service.sandbox.listen(TAIL + query, headers as Record<string, string>);
    await rejected.ended;
    expect(rejected.status).toBe(400);
    expect(JSON.parse(rejected.text()).message).toMatch(message);
  });

  it('403 without the scope', async () => {
    const { secret } = await service.sandbox.must.post('/ext/v1/api_keys', {
      name: 'x',
      scopes: ['events:write'],
    });
    expect((await listen('', client(service.app, '/sandbox', secret))).status).toBe(403);
  });

  it('429 for the twenty-first listener of the organization, until one leaves', async () => {
    const { sandbox } = await service.createOrganization('crowd');
    const streams: Listening[] = [];
    for (let i = 0; i < 20; i++) streams.push(await listen('', sandbox));
    const rejected = await listen('', sandbox);
    await rejected.ended;
    expect(rejected.status).toBe(429);
    expect(rejected.headers).toMatchObject({ 'retry-after': '10', 'error-code': 'TOO_MANY_LISTENERS' });
    expect((await listen()).status).toBe(200);
    await streams[7]?.hangUp();
    await sleep(50);
    expect((await listen('', sandbox)).status).toBe(200);
  });
});

describe('coming back after an event', () => {
  const references = async (count: number): Promise<string[]> => {
    const { events } = await service.sandbox.must.get(`/events?pageSize=${count}`);
    return events.map((each: { referenceId: string }) => each.referenceId).toReversed();
  };

  it('200 with what was missed, and then what comes', async () => {
    const first = await listen();
    await send([ride('r1')]);
    const [{ id = '' } = {}] = await first.heard(1);
    await first.hangUp();
    await send([ride('r2'), ride('r3', { accountId: 'nobody' })]);
    await send([ride('r4')]);
    const second = await listen(`?after=${id}`);
    await send([ride('r5')], other);
    expect(ids(await second.heard(4))).toBe('r2 r3 r4 r5');
    const filtered = await listen(`?after=${id}&status=UNPROCESSED`);
    expect(ids(await filtered.heard(1))).toBe('r3');
    const elsewhere = await listen(`?after=${id.toUpperCase()}`, other);
    expect(ids(await elsewhere.heard(4))).toBe('r2 r3 r4 r5');
  });

  it('200 after the event of the header, which is later than that of the query', async () => {
    await send([ride('h1'), ride('h2'), ride('h3')]);
    const [h1, h2] = await references(3);
    const stream = await service.sandbox.listen(`${TAIL}?after=${h1}`, { 'last-event-id': h2 ?? '' });
    open.push(stream);
    await send([ride('h4')]);
    expect(ids(await stream.heard(2))).toBe('h3 h4');
  });

  it('200 with a gap when the event is not there, and then what comes', async () => {
    const unknown = referenceOf(4711);
    const stream = await listen(`?after=${unknown}`);
    await stream.heard(1);
    await send([ride('g1')]);
    const [gap, event] = await stream.heard(2);
    expect(gap).toEqual({
      event: 'gap',
      data: { after: unknown, message: expect.stringContaining('GET /events') },
    });
    expect(ids([event as Heard])).toBe('g1');
  });

  it('200 with a gap for the event of another organization', async () => {
    const { sandbox } = await service.createOrganization('stranger');
    await send([ride('secret')]);
    const [reference] = await references(1);
    const stream = await listen(`?after=${reference}`, sandbox);
    expect(await stream.heard(1)).toMatchObject([{ event: 'gap' }]);
    await send([ride('mine')], sandbox);
    expect(ids(await stream.heard(2))).toBe('gap mine');
  });

  it('200 with a gap when more than 10,000 events came since', async () => {
    await send([ride('far')]);
    const [far = ''] = await references(1);
    await copyEvents(10_000);
    const whole = await listen(`?after=${far}`);
    expect(await whole.heard(10_000)).toHaveLength(10_000);
    await whole.hangUp();
    await copyEvents(1);
    const stream = await listen(`?after=${far}`);
    await send([ride('near')]);
    expect(ids(await stream.heard(2))).toBe('gap near');
  });
});

describe('events whose transactions end late', () => {
  it('come in the order of their numbers, while nobody takes long', async () => {
    const stream = await listen();
    const slow = await hold('slow 1');
    await send([ride('fast 1')], other);
    await sleep(700);
    expect(stream.messages).toEqual([]);
    await slow.release();
    expect(ids(await stream.heard(2))).toBe('slow 1 fast 1');
  });

  it('hold up the others for two seconds, then come after them, each once', async () => {
    const stream = await listen();
    const there = await listen('', other);
    const slow = await hold('slow 2');
    await send([ride('fast 2')], other);
    for (const each of [stream, there]) expect(ids(await each.heard(1))).toBe('fast 2');
    await slow.release();
    for (const each of [stream, there]) expect(ids(await each.heard(2))).toBe('fast 2 slow 2');
    await send([ride('end 2')]);
    await sleep(600);
    for (const each of [stream, there]) expect(ids(await each.heard(3))).toBe('fast 2 slow 2 end 2');
  });

  it('are heard by one who came while they were under way', async () => {
    const slow = await hold('slow 3');
    await send([ride('fast 3')], other);
    const stream = await listen();
    await slow.release();
    expect(ids(await stream.heard(1))).toBe('slow 3');
  });

  it('are found also when they were stored without the lock', async () => {
    const stream = await listen();
    const writer = new pg.Client({ connectionString: service.databaseUrl });
    await writer.connect();
    await writer.query('begin');
    await writer.query(copy(1));
    await send([ride('fast 4')]);
    expect(ids(await stream.heard(1))).toBe('fast 4');
    await writer.query('commit');
    await writer.end();
    expect(await stream.heard(2)).toHaveLength(2);
  });
});

describe('a stream', () => {
  it('leaves out what is more than 200 events a second, and says how many', async () => {
    const stream = await listen();
    const rare = await listen('?schema_name=walk');
    await copyEvents(3_000);
    await send([ride('rare', { schemaName: 'walk' })]);
    const countOf = ({ event, data }: Heard) => (event === 'dropped' ? data.count : 1);
    const streamed = () => stream.messages.reduce((sum, message) => sum + countOf(message), 0);
    while (streamed() < 3_001) await sleep(20);
    await sleep(600);
    expect(streamed()).toBe(3_001);
    const shown = stream.messages.filter(({ event }) => event === 'event').length;
    expect(shown).toBeGreaterThanOrEqual(1_000);
    expect(shown).toBeLessThan(2_000);
    await rare.heard(1);
    expect(ids(rare.messages)).toBe('rare');
  });

  it('goes on after the database was away, and misses nothing', async () => {
    const stream = await listen();
    await send([ride('d1')]);
    await stream.heard(1);
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'tallymark'`);
    while ((await other.post('/ingestBatch', { events: [ride('d2')] })).status === 503) await sleep(20);
    await sleep(600);
    await send([ride('d3')], other);
    expect(ids(await stream.heard(3))).toBe('d1 d2 d3');
  });

  it('ends when its process does, and goes on in another', async () => {
    const ended = await startApp([], service.databaseUrl);
    const caller = client(ended, '/sandbox', service.sandbox.key);
    const stream = await caller.listen(TAIL);
    await send([ride('e1')]);
    await stream.heard(1);
    const before = performance.now();
    await ended.close();
    expect(performance.now() - before).toBeLessThan(3000);
    await stream.ended;
    expect(stream.messages.at(-1)).toMatchObject({ event: 'bye', data: { reason: 'SHUTDOWN' } });
    await send([ride('e2')]);
    const again = await service.sandbox.listen(TAIL, { 'last-event-id': stream.messages[0]?.id ?? '' });
    open.push(again);
    expect(ids(await again.heard(1))).toBe('e2');
  });

  it('holds no connection of the database between two looks', async () => {
    for (let i = 0; i < 5; i++) await listen();
    const { rows } = await admin.query(`select count(*)::int as busy from pg_stat_activity
      where datname = current_database() and application_name = 'tallymark' and state <> 'idle'`);
    expect(rows[0].busy).toBeLessThan(2);
  });
});

/** Copies of the newest event of the sandbox, stored as one transaction for each block of numbers. */
function copy(count: number): string {
  return `insert into events (event_time, seq, received_at, org_id, context_id, status, event_id, vals, units,
      detail)
    select event_time, block * ${BLOCK_EVENTS} + n, received_at, org_id, context_id, status, event_id, vals,
      units, detail
    from (select * from events where org_id = (select org_id from organizations
      where id = 'default' and environment = 'sandbox') order by seq desc limit 1) as e,
      (select nextval('event_blocks') as block) as taken, generate_series(0, ${count - 1}) as n`;
}

async function copyEvents(count: number): Promise<void> {
  for (let left = count; left > 0; left -= 2_000) await admin.query(copy(Math.min(left, 2_000)));
}

/** An event that is being stored, and cannot be before it is released: somebody else has its id. */
async function hold(id: string): Promise<{ release(): Promise<void> }> {
  const holder = new pg.Client({ connectionString: service.databaseUrl });
  await holder.connect();
  await holder.query('begin');
  await holder.query(
    `insert into event_keys (key, seq, org_id) select event_key($1), 0, org_id from organizations
     where id = 'default' and environment = 'sandbox'`,
    [id],
  );
  const sent = send([ride(id)]);
  // It has taken its number when it waits for the id.
  const waits = `select from pg_stat_activity
    where wait_event = 'transactionid' and datname = current_database()`;
  while ((await admin.query(waits)).rowCount === 0) await sleep(10);
  return {
    release: async () => {
      await holder.query('rollback');
      await holder.end();
      await sent;
    },
  };
}
