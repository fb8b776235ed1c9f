import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { copyCluster } from '#test/copy-cluster.ts';
import { type DatabaseServer, databaseServer } from './database-server.ts';
import { takeCluster, useStand } from './stand.ts';
import type { Reply, TallymarkProcess } from './tallymark-process.ts';
import { untilReady } from './until-ready.ts';

const stand = useStand();

async function serverOn(directory: string): Promise<DatabaseServer> {
  const server = await databaseServer(directory);
  stand.later(() => server.stop());
  return server;
}

interface Pair {
  primary: DatabaseServer;
  standby: DatabaseServer;
}

let used: Promise<string> | undefined;

/** The stopped cluster of a server that a service was on, made once for all tests. */
async function makeUsed(): Promise<string> {
  const folder = await mkdtemp(join(inject('testServer').folder, 'used-'));
  await takeCluster(folder);
  const before = await databaseServer(folder);
  const tallymark = await stand.tallymark({ databaseUrl: before.url });
  await customer(tallymark, 'before');
  await tallymark.stop();
  await before.stop();
  return folder;
}

/** A server that a service was on, and a standby with all that was on it then. */
async function pairOfServers(): Promise<Pair> {
  used ??= makeUsed();
  const [first, second] = [await stand.directory(), await stand.directory()];
  for (const each of [first, second]) await copyCluster(await used, each);
  await writeFile(join(second, 'pg', 'standby.signal'), '');
  return { primary: await serverOn(first), standby: await serverOn(second) };
}

/** As a URL that names both; sockets are what these servers listen on. */
function urlOfBoth({ primary, standby }: Pair, target: string): string {
  const hosts = [standby, primary].map(({ url }) =>
    new URL(url.replace('@/', '@x/')).searchParams.get('host'),
  );
  return `${primary.url.split('?')[0]}?host=${hosts.join(',')}&port=5432&target_session_attrs=${target}`;
}

function customer(tallymark: TallymarkProcess, id: string): Promise<Reply> {
  return tallymark.call('POST', '/customers', {
    ...{ id, name: id, primaryEmail: 'pay@acme.example', address: { country: 'DE' } },
  });
}

describe('a standby', () => {
  it('is read and not written, until it is promoted', async () => {
    const { standby } = await pairOfServers();
    const tallymark = await stand.tallymark({ databaseUrl: standby.url });
    const unready = await tallymark.call('GET', '/ready');
    expect(unready).toMatchObject({
      status: 503,
      body: { message: 'the database is a standby and accepts no writes' },
    });
    expect(await tallymark.call('GET', '/customers/before')).toMatchObject({ status: 200 });
    expect(await customer(tallymark, 'refused')).toMatchObject({
      status: 503,
      body: {
        message:
          'the database is a standby and accepts no writes; nothing was stored; repeat the request later',
      },
      retryAfter: '10',
    });
    await standby.query('select pg_promote()');
    await untilReady(tallymark, 200);
    expect(await customer(tallymark, 'after')).toMatchObject({ status: 201 });
    expect(await tallymark.call('GET', '/customers/refused')).toMatchObject({ status: 404 });
  }, 600_000);
});

describe('of several servers', () => {
  it('the one that takes writes is used, and another one when it was promoted', async () => {
    const { primary, standby } = await pairOfServers();
    const databaseUrl = urlOfBoth({ primary, standby }, 'read-write');
    const tallymark = await stand.tallymark({ databaseUrl });
    await untilReady(tallymark, 200);
    expect(await customer(tallymark, 'on-the-primary')).toMatchObject({ status: 201 });

    await primary.stop();
    await untilReady(tallymark, 503);
    expect(await customer(tallymark, 'refused')).toMatchObject({ status: 503 });
    await standby.query('select pg_promote()');
    await untilReady(tallymark, 200);
    expect(await customer(tallymark, 'on-the-standby')).toMatchObject({ status: 201 });
    const found = await standby.query<{ id: string }>(
      `select id from customers where id like 'on-the-%' or id = 'refused'`,
    );
    expect(found).toEqual([{ id: 'on-the-standby' }]);
  }, 600_000);

  it('the start is rejected, with a reason for each, when none is what is requested', async () => {
    const { primary, standby } = await pairOfServers();
    await primary.stop();
    const start = stand.tallymark({ databaseUrl: urlOfBoth({ primary, standby }, 'primary') });
    await expect(start).rejects.toThrow(
      /no server of DATABASE_URL satisfies .*=primary: \S+ is a standby; \S+ accepts no connection/,
    );
  }, 600_000);
});
