import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { rounds } from '#test/effort.ts';
import { LOCAL_CONNECTOR, useScriptedProvider } from '#test/scripted-provider.ts';
import type { Database } from './database-server.ts';
import { sabotages } from './sabotage.ts';
import { useDatabases, useStand } from './stand.ts';
import type { TallymarkProcess } from './tallymark-process.ts';

// FAULT_ROUNDS=200 for a long run.
const KILLS = Math.ceil(rounds({ everyday: 10, full: 20, setting: 'FAULT_ROUNDS' }) / 5);
const makeDatabase = useDatabases();
const stand = useStand();
const provider = useScriptedProvider();

/** A service with a provider and an account, and its database. */
async function startCollecting(home?: string) {
  const database = await makeDatabase();
  const options = { databaseUrl: database.url, settings: LOCAL_CONNECTOR, ...(home && { home }) };
  const tallymark = await stand.tallymark(options);
  const { must } = tallymark.production;
  await must('PATCH', '/ext/v1/organization', { name: 'Seller', address: { line1: '1 Main Street' } });
  const sent = { kind: 'CONNECTOR', name: 'Scripted', url: provider.url };
  await must('PUT', '/ext/v1/payment_provider', sent);
  const customer = { id: 'c', name: 'Acme', primaryEmail: 'a@b.c', address: {} };
  await must('POST', '/customers', customer);
  await must('POST', '/accounts', { id: 'a', customerId: 'c', name: 'Acme' });
  return { database, tallymark };
}

/** An invoice of 10 that is due at once; null when nobody answered. */
async function bill({ production }: TallymarkProcess): Promise<boolean> {
  const reply = await production.call('POST', '/invoices', {
    ...{ accountId: 'a', ownerType: 'ACCOUNT', status: 'DUE', applyWalletBalance: false },
    ...{ startDate: '2020-01-01T00:00:00Z', endDate: '2020-02-01T00:00:00Z' },
    lineItems: [{ description: 'Work', value: 10 }],
  });
  return reply?.status === 201 || reply?.status === 200;
}

/** Kills the process, and starts it when what it had under way counts as lost: in truth a minute later. */
async function killAndRestart({ tallymark, database }: { tallymark: TallymarkProcess; database: Database }) {
  await tallymark.kill();
  // What it had sent to the database may still be done there.
  await until(async () => (await database.query(CONNECTED)).length === 0);
  await database.query(`update provider_calls set next_attempt_at = now() where next_attempt_at is not null`);
  await tallymark.start();
}

const CONNECTED = `select from pg_stat_activity
  where datname = current_database() and application_name like 'tallymark%'`;

const statesOf = async (database: Database) =>
  (await database.query<{ status: string }>('select distinct status from payment_requests order by 1'))
    .map(({ status }) => status)
    .join();

async function paymentsOf(database: Database): Promise<string[]> {
  const rows = await database.query<{ number: string }>(
    'select transaction_number as number from payments order by 1',
  );
  return rows.map(({ number }) => number);
}

async function until(isTrue: () => Promise<boolean> | boolean): Promise<void> {
  // What a lost process left behind is looked for once a minute, and starts take as long beside much else.
  const end = performance.now() + 540_000;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error('waited nine minutes for nothing');
    await sleep(20);
  }
}

describe('SIGKILL of the service', () => {
  it('between the charge and its note: it is asked again, charged once and recorded once', async () => {
    const service = await startCollecting();
    provider.faults.push('SILENT');
    await bill(service.tallymark);
    await until(() => provider.charges.size === 1);
    await killAndRestart(service);
    await until(async () => (await statesOf(service.database)) === 'SUCCEEDED');
    const keys = provider.requested.filter(({ type }) => type === 'payment_request.create');
    expect([keys.length, new Set(keys.map(({ key }) => key)).size]).toEqual([2, 1]);
    expect([provider.charges.size, (await paymentsOf(service.database)).length]).toEqual([1, 1]);
  }, 600_000);

  it('again and again: what the provider charged is what is recorded', async () => {
    const service = await startCollecting();
    let isOver = false;
    const write = async () => {
      // So fast that there is always something under way, and not faster than it is done.
      for (; !isOver; await sleep(150)) await bill(service.tallymark);
    };
    const writing = write();
    for (let round = 0; round < KILLS; round++) {
      const before = provider.charges.size;
      await until(() => provider.charges.size > before + 1);
      await sleep(Math.random() * 100);
      await killAndRestart(service);
    }
    isOver = true;
    await writing;
    await until(async () => (await statesOf(service.database)) === 'SUCCEEDED');
    const charged = [...provider.charges.values()].map(({ id }) => id).sort();
    expect((await paymentsOf(service.database)).toSorted()).toEqual(charged);
    expect(charged.length).toBeGreaterThan(KILLS);
  }, 600_000);
});

it.each(sabotages('forgets under which key it asked'))(
  'a build that %s charges twice',
  async (name) => {
    const service = await startCollecting(await stand.sabotaged(name));
    provider.faults.push('SILENT');
    await bill(service.tallymark);
    await until(() => provider.charges.size === 1);
    await killAndRestart(service);
    await until(async () => (await statesOf(service.database)) === 'SUCCEEDED');
    expect(provider.charges.size).toBe(2);
  },
  600_000,
);
