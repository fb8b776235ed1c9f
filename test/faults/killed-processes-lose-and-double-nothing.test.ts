import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { rounds } from '#test/effort.ts';
import { audit, NOTHING_WRONG } from './audit.ts';
import { plannedLedger, sendAll, startLoad } from './careful-client.ts';
import { forgetEventIds, sabotages } from './sabotage.ts';
import { reprocessInRealTime, setUpAccounts } from './setup.ts';
import { useDatabases, useStand } from './stand.ts';
import type { TallymarkProcess } from './tallymark-process.ts';

// FAULT_ROUNDS=200 for a long run.
const KILLS = rounds({ everyday: 6, full: 20, setting: 'FAULT_ROUNDS' });
/** So many in all: fewer where the same is shown again with the server that the service itself starts. */
const FEW_KILLS = Math.ceil(KILLS / 5);
const makeDatabase = useDatabases();
const stand = useStand();

/** One after the other; the next one does not wait until the one before is back. */
async function killInTurn(processes: readonly TallymarkProcess[]): Promise<void> {
  const starting = processes.map(() => Promise.resolve());
  for (let round = 0; round < KILLS - FEW_KILLS; round++) {
    const index = round % processes.length;
    await starting[index];
    await sleep(50 + Math.random() * 200);
    await processes[index]?.kill();
    starting[index] = processes[index]?.start() ?? Promise.resolve();
    // Awaited in its turn, or below.
    starting[index].catch(() => undefined);
  }
  await Promise.all(starting);
}

describe('SIGKILL of the service under load', () => {
  it('of one of three processes after the other: nothing is lost or doubled', async () => {
    const database = await makeDatabase();
    const start = (roles: string) => stand.tallymark({ databaseUrl: database.url, roles });
    const processes = await Promise.all(['api', 'api,worker', 'api,worker'].map(start));
    const [tallymark] = processes as [TallymarkProcess];
    const setup = await setUpAccounts(tallymark, 3);
    const load = startLoad({ targets: processes, setup });
    await load.untilResponse();
    await killInTurn(processes);
    await load.untilResponse();
    const ledger = await load.finish();
    expect(await audit({ tallymark, database }, setup, ledger)).toEqual(NOTHING_WRONG);
    expect(Object.keys(ledger.replies).sort()).toEqual(['202', 'none']);
    const status = await reprocessInRealTime(tallymark.production, 'later');
    expect(status).toBe('INGESTION_FAILED_ACCOUNT_NOT_FOUND');

    // Without the guarantee: what a client does after a lost answer, when no key keeps the ids.
    await forgetEventIds(database);
    const count = ledger.sent.length;
    const everything = plannedLedger(setup, count + 100);
    const last = { ...everything, sent: everything.sent.slice(count) };
    await sendAll(processes, last);
    await sendAll(processes, last);
    const { doubled, wrongSums } = await audit({ tallymark, database }, setup, everything);
    expect(doubled).toHaveLength(100);
    expect(wrongSums).not.toEqual([]);
  }, 600_000);

  it('with the database that it started: nothing is lost or doubled', async () => {
    const { tallymark, database } = await stand.tallymarkWithDatabase();
    const setup = await setUpAccounts(tallymark, 3);
    const load = startLoad({ targets: [tallymark], setup });
    for (let round = 1; round <= FEW_KILLS; round++) {
      await load.untilResponse();
      await sleep(50 + Math.random() * 400);
      await tallymark.kill();
      await tallymark.start();
    }
    await load.untilResponse();
    const ledger = await load.finish();
    expect(await audit({ tallymark, database }, setup, ledger)).toEqual(NOTHING_WRONG);
  }, 600_000);
});

it.each(sabotages('answers before the commit'))(
  'a build that %s loses events when it is killed',
  async (name) => {
    const database = await makeDatabase();
    const home = await stand.sabotaged(name);
    const tallymark = await stand.tallymark({ databaseUrl: database.url, home });
    const setup = await setUpAccounts(tallymark, 1);
    const ledger = plannedLedger(setup, 100);
    await sendAll([tallymark], ledger);
    await tallymark.kill();
    await tallymark.start();
    expect((await audit({ tallymark, database }, setup, ledger)).lost).not.toEqual([]);
  },
  600_000,
);
