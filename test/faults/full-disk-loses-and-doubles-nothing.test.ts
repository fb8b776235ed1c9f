import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { audit, NOTHING_WRONG } from './audit.ts';
import { type Ledger, startLoad } from './careful-client.ts';
import { type DatabaseServer, databaseServer } from './database-server.ts';
import { sabotages } from './sabotage.ts';
import { setUpAccounts } from './setup.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';
import { useStand } from './stand.ts';
import { untilReady } from './until-ready.ts';

const MEGABYTES = 220;
const KILOBYTE = 1024;
const stand = useStand();

/** A server whose data directory is on a small disk; null, and a word about it, where there can be none. */
async function onSmallDisk(): Promise<{ disk: SmallDisk; database: DatabaseServer } | null> {
  const directory = await stand.directory();
  const mounted = await mountSmallDisk(directory, MEGABYTES);
  if ('reason' in mounted) {
    console.log(`Nothing is shown about full disks: ${mounted.reason}.`);
    return null;
  }
  const { disk } = mounted;
  stand.later(() => disk.unmount());
  const database = await databaseServer(directory, { max_wal_size: '64MB', min_wal_size: '32MB' });
  stand.later(async () => {
    await disk.free();
    await database.stop();
  });
  return { disk, database };
}

async function untilRejected({ replies }: Ledger): Promise<void> {
  const rejected = () => (replies[503] ?? 0) + (replies[507] ?? 0);
  const before = rejected();
  for (let waitedMs = 0; rejected() < before + 10; waitedMs += 20) {
    if (waitedMs > 180_000) throw new Error(`nothing was refused: ${JSON.stringify(replies)}`);
    await sleep(20);
  }
}

/** The log goes on to new files until there is no room for one, which ends the server. */
async function useUpLog(database: DatabaseServer): Promise<void> {
  for (let files = 0; files < 50; files++) {
    try {
      await database.query('create table if not exists filler (); drop table filler; select pg_switch_wal()');
    } catch {
      return;
    }
  }
  throw new Error('the log found room for all its files');
}

describe('a full disk', () => {
  it('of tables, then of the log: events are rejected, and accepted when there is room', async () => {
    const place = await onSmallDisk();
    if (!place) return;
    const { disk, database } = place;
    const tallymark = await stand.tallymark({ databaseUrl: database.url });
    const setup = await setUpAccounts(tallymark, 3);
    const load = startLoad({ targets: [tallymark], setup });
    await load.untilResponse();
    await disk.fill(64 * KILOBYTE);
    await untilRejected(load.ledger);
    await untilReady(tallymark, 503);
    expect(await tallymark.call('GET', '/ready')).toMatchObject({
      body: { message: 'the disk of the database is full' },
      retryAfter: '1',
    });
    await disk.free();
    await load.untilResponse();
    await untilReady(tallymark, 200);

    await disk.fill(0);
    await useUpLog(database);
    await untilRejected(load.ledger);
    await disk.free();
    await load.untilResponse();
    const ledger = await load.finish();
    expect(await audit({ tallymark, database }, setup, ledger)).toEqual(NOTHING_WRONG);
    expect(Object.keys(ledger.replies).every((status) => ['202', '503', '507'].includes(status))).toBe(true);
  }, 600_000);

  it.each(sabotages('answers before the commit'))(
    'loses events of a build that %s',
    async (name) => {
      const place = await onSmallDisk();
      if (!place) return;
      const { disk, database } = place;
      const home = await stand.sabotaged(name);
      const tallymark = await stand.tallymark({ databaseUrl: database.url, home });
      const setup = await setUpAccounts(tallymark, 1);
      const load = startLoad({ targets: [tallymark], setup });
      await load.untilResponse();
      await disk.fill(64 * KILOBYTE);
      // Far more than there is room for.
      const enough = load.ledger.answered.size + 3_000;
      while (load.ledger.answered.size < enough) await load.untilResponse();
      await disk.free();
      const ledger = await load.finish();
      await sleep(1_000);
      expect((await audit({ tallymark, database }, setup, ledger)).lost).not.toEqual([]);
    },
    600_000,
  );
});
