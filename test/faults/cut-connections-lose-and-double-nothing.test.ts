import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { rounds } from '#test/effort.ts';
import { audit, countEvents, NOTHING_WRONG } from './audit.ts';
import { type Load, plannedLedger, sendAll, startLoad } from './careful-client.ts';
import type { BreakingProxy } from './proxy.ts';
import { forgetEventIds, sabotages } from './sabotage.ts';
import { setUpAccounts } from './setup.ts';
import { useDatabases, useStand } from './stand.ts';

const CUTS = rounds({ everyday: 8, full: 20, setting: 'FAULT_ROUNDS' });
const makeDatabase = useDatabases();
const stand = useStand();

async function cutBeforeCommit(proxy: BreakingProxy, load: Load): Promise<void> {
  proxy.cutBeforeCommit(CUTS);
  await untilCut(proxy, proxy.cuts() + CUTS);
  await load.untilResponse();
}

async function cutAfterCommit(proxy: BreakingProxy, load: Load): Promise<void> {
  proxy.cutAfterCommit(CUTS);
  await untilCut(proxy, proxy.cuts() + CUTS);
  await load.untilResponse();
}

async function untilCut(proxy: BreakingProxy, times: number): Promise<void> {
  for (let waitedMs = 0; proxy.cuts() < times; waitedMs += 5) {
    if (waitedMs > 180_000) throw new Error(`${proxy.cuts()} of ${times} transactions were cut`);
    await sleep(5);
  }
}

async function resetOften(proxy: BreakingProxy, load: Load): Promise<void> {
  for (let reset = 0; reset < CUTS; reset++) {
    await sleep(20 + Math.random() * 40);
    proxy.resetAll();
  }
  await load.untilResponse();
}

/** For longer than an answer is waited for. */
async function fallSilent(proxy: BreakingProxy, load: Load): Promise<void> {
  proxy.swallow(true);
  await sleep(2_500);
  proxy.swallow(false);
  await load.untilResponse();
}

it('connections cut before COMMIT, after it, at any time or in silence: retries count once', async () => {
  const database = await makeDatabase();
  const proxy = await stand.proxied(database);
  const tallymark = await stand.tallymark({ databaseUrl: `${proxy.url}?query_timeout=1500` });
  const setup = await setUpAccounts(tallymark, 3);
  const load = startLoad({ targets: [tallymark], setup });
  await load.untilResponse();
  for (const cut of [cutBeforeCommit, cutAfterCommit, resetOften, fallSilent]) await cut(proxy, load);
  const ledger = await load.finish();
  expect(await audit({ tallymark, database }, setup, ledger)).toEqual(NOTHING_WRONG);
  expect(Object.keys(ledger.replies).sort()).toEqual(['202', '503']);
  // What was cut after its COMMIT came again, and was known.
  expect(await countEvents(tallymark, 'INGESTION_FAILED_DUPLICATE_EVENT')).toBeGreaterThanOrEqual(CUTS);

  // Without the guarantee: the same cuts when no key keeps the ids.
  await forgetEventIds(database);
  const more = startLoad({ targets: [tallymark], setup, ledger });
  await cutAfterCommit(proxy, more);
  const { doubled, wrongSums } = await audit({ tallymark, database }, setup, await more.finish());
  expect(doubled).not.toEqual([]);
  expect(wrongSums).not.toEqual([]);
}, 600_000);

it.each(sabotages('answers before the commit'))(
  'a build that %s loses events',
  async (name) => {
    const database = await makeDatabase();
    const proxy = await stand.proxied(database);
    const home = await stand.sabotaged(name);
    const tallymark = await stand.tallymark({ databaseUrl: proxy.url, home });
    const setup = await setUpAccounts(tallymark, 1);
    const ledger = plannedLedger(setup, 100);
    proxy.cutBeforeCommit(1);
    await sendAll([tallymark], ledger);
    await untilCut(proxy, 1);
    // What was not cut is stored a moment later.
    await sleep(500);
    const { lost } = await audit({ tallymark, database }, setup, ledger);
    expect(lost).not.toEqual([]);
  },
  600_000,
);
