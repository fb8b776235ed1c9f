import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { rounds } from '#test/effort.ts';
import { LOCAL_TARGETS, type Receiver, respondWith, useReceiver } from '#test/webhook-receiver.ts';
import type { Database } from './database-server.ts';
import { sabotages } from './sabotage.ts';
import { useDatabases, useStand } from './stand.ts';
import type { TallymarkProcess } from './tallymark-process.ts';

// FAULT_ROUNDS=200 for a long run.
const KILLS = Math.ceil(rounds({ everyday: 8, full: 20, setting: 'FAULT_ROUNDS' }) / 4);
const makeDatabase = useDatabases();
const stand = useStand();
const receiver = useReceiver();

/** A service with a webhook for new customers, and its database. */
async function startDelivering(home?: string) {
  const database = await makeDatabase();
  const options = { databaseUrl: database.url, settings: LOCAL_TARGETS, ...(home && { home }) };
  const tallymark = await stand.tallymark(options);
  const sent = { url: `${receiver.url}/hook`, types: ['customer.created'] };
  await tallymark.production.must('POST', '/ext/v1/webhooks', sent);
  return { database, tallymark };
}

async function createCustomer({ production }: TallymarkProcess, id: string): Promise<boolean> {
  const sent = { id, name: 'Acme', primaryEmail: 'a@b.c', address: {} };
  return (await production.call('POST', '/customers', sent))?.status === 201;
}

/** Kills the process, and starts it when what it had under way counts as lost: in truth 45 seconds later. */
async function killAndRestart({ tallymark, database }: { tallymark: TallymarkProcess; database: Database }) {
  await tallymark.kill();
  // What it had sent to the database may still be done there.
  await until(async () => (await database.query(CONNECTED)).length === 0);
  await database.query(`update webhook_deliveries set next_attempt_at = now() where lease is not null
    and next_attempt_at is not null`);
  await tallymark.start();
}

const CONNECTED = `select from pg_stat_activity
  where datname = current_database() and application_name like 'tallymark%'`;

const statesOf = async (database: Database) =>
  (await database.query<{ status: string }>(`select distinct status from webhook_deliveries order by 1`)).map(
    ({ status }) => status,
  );

async function until(isTrue: () => Promise<boolean> | boolean): Promise<void> {
  const end = performance.now() + 180_000;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error('waited three minutes for nothing');
    await sleep(20);
  }
}

const idsOf = ({ received }: Receiver) => received.map(({ headers }) => headers['webhook-id']);

describe('SIGKILL of the service', () => {
  it('between sending an event and noting it: it is sent again under the same id', async () => {
    const service = await startDelivering();
    receiver.respond = () => undefined;
    await createCustomer(service.tallymark, 'one');
    await until(() => receiver.received.length === 1);
    receiver.respond = (response) => respondWith(response, 204);
    await killAndRestart(service);
    await until(async () => (await statesOf(service.database)).join() === 'DELIVERED');
    const [first, second, ...more] = receiver.received;
    expect([first?.headers['webhook-id'], first?.body]).toEqual([
      second?.headers['webhook-id'],
      second?.body,
    ]);
    expect(more).toEqual([]);
  }, 600_000);

  it('again and again while it sends: no event is lost, and repeats have the same id', async () => {
    const service = await startDelivering();
    receiver.respond = (response) => setTimeout(() => respondWith(response, 204), Math.random() * 30);
    const answered: string[] = [];
    let isOver = false;
    const write = async (writer: number) => {
      for (let i = 0; !isOver; i++) {
        const id = `c-${writer}-${i}`;
        if (await createCustomer(service.tallymark, id)) answered.push(id);
        else await sleep(20);
      }
    };
    const writing = Promise.all([1, 2, 3].map(write));
    for (let round = 0; round < KILLS; round++) {
      const before = answered.length;
      await until(() => answered.length > before + 2);
      await sleep(Math.random() * 300);
      await killAndRestart(service);
    }
    isOver = true;
    await writing;
    await until(async () => (await statesOf(service.database)).join() === 'DELIVERED');
    const received = new Set(receiver.received.map(({ body }) => JSON.parse(body).data.object.id));
    expect(answered.filter((id) => !received.has(id))).toEqual([]);
    expect(answered.length).toBeGreaterThan(KILLS);
    const stored = await service.database.query<{ id: string }>(
      `select id from webhook_events where type = 'customer.created' order by id`,
    );
    expect([...new Set(idsOf(receiver))].sort()).toEqual(stored.map(({ id }) => id).sort());
  }, 600_000);
});

it.each(sabotages('notes deliveries before it sends them'))(
  'a build that %s loses events',
  async (name) => {
    const service = await startDelivering(await stand.sabotaged(name));
    receiver.respond = () => undefined;
    await createCustomer(service.tallymark, 'lost');
    await until(() => receiver.received.length === 1);
    receiver.respond = (response) => respondWith(response, 204);
    await killAndRestart(service);
    await createCustomer(service.tallymark, 'last');
    await until(() => receiver.received.some(({ body }) => body.includes('"last"')));
    // Nobody ever said that the first had come.
    expect(receiver.received.filter(({ body }) => body.includes('"lost"'))).toHaveLength(1);
  },
  600_000,
);
