import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { isProcessRunning } from '#platform/db/embedded-inspect.ts';
import { rounds } from '#test/effort.ts';
import { audit, NOTHING_WRONG } from './audit.ts';
import { type Ledger, type Load, startLoad } from './careful-client.ts';
import { commitLazily, LAZY_LOG, sabotages } from './sabotage.ts';
import { reprocessInRealTime, setUpAccounts } from './setup.ts';
import { useStand } from './stand.ts';
import type { TallymarkProcess } from './tallymark-process.ts';

// FAULT_ROUNDS=200 for a long run.
const KILLS = rounds({ everyday: 5, full: 20, setting: 'FAULT_ROUNDS' });
/** So many in all: fewer where the same is shown again on the server that the service itself starts. */
const of = (percent: number) => Math.ceil((KILLS * percent) / 100);
const stand = useStand();

/** Each kill comes as soon as the service has recovered from the one before. */
async function killOften(load: Load, rounds: number, kill: () => Promise<void>): Promise<void> {
  for (let round = 1; round <= rounds; round++) {
    await load.untilResponse();
    await sleep(50 + Math.random() * 200);
    await kill();
  }
  await load.untilResponse();
}

/** Every request was answered: accepted, or told when to come again. */
function expectResponses({ replies, withoutRetryAfter }: Ledger): void {
  expect(Object.keys(replies).sort()).toEqual(['202', '503']);
  expect(withoutRetryAfter).toBe(0);
}

/** By the worker, whose jobs the kills broke off. */
async function expectScheduledWorkIsDone({ production }: TallymarkProcess): Promise<void> {
  expect(await reprocessInRealTime(production, 'later')).toBe('INGESTION_FAILED_ACCOUNT_NOT_FOUND');
}

describe('SIGKILL of PostgreSQL under load: nothing is lost or doubled, and the service recovers', () => {
  it('of the whole server of DATABASE_URL, and of one of its processes', async () => {
    const server = await stand.server(LAZY_LOG);
    const tallymark = await stand.tallymark({ databaseUrl: server.url });
    const setup = await setUpAccounts(tallymark, 3);
    const load = startLoad({ targets: [tallymark], setup });
    await killOften(load, of(50), server.killPostmaster);
    await killOften(load, of(20), server.killBackend);
    const ledger = await load.finish();
    expect(await audit({ tallymark, database: server }, setup, ledger)).toEqual(NOTHING_WRONG);
    expectResponses(ledger);
    await expectScheduledWorkIsDone(tallymark);

    // Without the guarantee: the answer comes before the log is written.
    await commitLazily(server);
    const more = startLoad({ targets: [tallymark], setup, ledger });
    await more.untilResponse();
    await killOften(more, 1, server.killPostmaster);
    expect((await audit({ tallymark, database: server }, setup, await more.finish())).lost).not.toEqual([]);
  }, 600_000);

  it('of the whole server that the service started, and of one of its processes', async () => {
    const { tallymark, database } = await stand.tallymarkWithDatabase();
    const setup = await setUpAccounts(tallymark, 3);
    const load = startLoad({ targets: [tallymark], setup });
    await killOften(load, of(20), database.killPostmaster);
    await killOften(load, of(10), database.killBackend);
    const ledger = await load.finish();
    expect(await audit({ tallymark, database }, setup, ledger)).toEqual(NOTHING_WRONG);
    expectResponses(ledger);
    await expectScheduledWorkIsDone(tallymark);
  }, 600_000);
});

it.each(sabotages('does not expect connections to break', 'leaves its database down'))(
  'a build that %s answers nobody any more',
  async (name) => {
    const home = await stand.sabotaged(name);
    const { tallymark, database } = await stand.tallymarkWithDatabase(home);
    const load = startLoad({ targets: [tallymark], setup: await setUpAccounts(tallymark, 1) });
    await load.untilResponse();
    const backends = await database.query<{ pid: number }>('select pid from pg_stat_activity');
    await database.killPostmaster();
    // One that is at work learns of it when it is done, and answers what it was asked.
    for (const { pid } of backends) while (await isProcessRunning(pid)) await sleep(5);
    await expect(load.untilResponse(5_000)).rejects.toThrow('no answer');
    await expect(load.finish(0)).rejects.toThrow('not everything was answered');
  },
  600_000,
);
