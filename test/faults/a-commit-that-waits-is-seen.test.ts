import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { databaseServer } from './database-server.ts';
import { useStand } from './stand.ts';

const stand = useStand();

it('a commit that waits for a synchronous standby is in the metrics, and takes effect once', async () => {
  const server = await databaseServer(await stand.directory());
  try {
    const tallymark = await stand.tallymark({ databaseUrl: server.url });
    const longest = async () => {
      const [, seconds] = /^tallymark_database_longest_commit_wait_seconds (\S+)$/m.exec(
        await tallymark.figures(),
      ) ?? [null, 'none'];
      return Number(seconds);
    };
    expect(await longest()).toBe(0);
    const waitFor = async (names: string) => {
      await server.query(`alter system set synchronous_standby_names = '${names}'`);
      await server.query('select pg_reload_conf()');
      await sleep(300);
    };
    await waitFor('nobody');
    const customer = { id: 'waiting', name: 'Waiting', primaryEmail: 'a@b.c', address: {} };
    const created = tallymark.call('POST', '/customers', customer);
    await expect.poll(longest, { timeout: 30_000, interval: 200 }).toBeGreaterThan(0);
    await waitFor('');
    expect((await created)?.status).toBe(201);
    await expect.poll(longest, { timeout: 30_000, interval: 200 }).toBe(0);
    expect((await tallymark.call('POST', '/customers', customer))?.status).toBe(409);
    await tallymark.stop();
  } finally {
    await server.stop();
  }
}, 120_000);
