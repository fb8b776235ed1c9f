import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { audits } from '#app';
import { applicationRole } from '#platform/db/application-role.ts';
import { openDatabase } from '#platform/db/database.ts';
import { auditEverything } from '#platform/jobs/audit-everything.ts';
import { makeBilledWorld } from './billed-world.ts';
import type { Database } from './database-server.ts';
import { type DyingProcess, startDying } from './dying-process.ts';
import { useDatabases, useStand } from './stand.ts';
import { buildWithSteps } from './steps.ts';
import { readOutcome, without } from './stored-outcome.ts';

const makeDatabase = useDatabases();
const stand = useStand();
let world: Database;
beforeAll(async () => {
  world = await makeDatabase();
  await makeBilledWorld(world.url);
}, 120_000);

/** Of these there are more than pieces of billing. */
const FEBRUARY = '2030-02-01T00:00:00Z';
const NEXT_DAY = '2030-02-02T00:00:00Z';
const OVERDUE = `
  select from due_work join organizations using (org_id)
  where environment = 'sandbox' and parked_at is null and due_at <= clock_at`;

/** Closes the cycles, runs the bill run and closes the day of the group, and waits for each. */
async function bill(processes: readonly DyingProcess[], database: Database): Promise<void> {
  const settle = async () => {
    for (const end = performance.now() + 60_000; ; await sleep(20)) {
      await Promise.all(processes.map((process) => process.revive()));
      if ((await database.query(OVERDUE)).length === 0) return;
      if (performance.now() > end) throw new Error('the work that is due was not done in a minute');
    }
  };
  const moveClock = async (now: string) => {
    await Promise.all(processes.map((process) => process.call('PUT', '/ext/v1/clock', { now })));
    await settle();
  };
  await moveClock(FEBRUARY);
  // One whose answer was lost finds, when it is asked again, what it did.
  await Promise.all(processes.map((process) => process.call('POST', '/invoices/bill_runs')));
  await settle();
  await moveClock(NEXT_DAY);
}

interface Billed {
  outcome: string[];
  mismatches: string[];
  /** Steps that nobody came to. */
  unreached: string[];
}

async function billWorld(home: string, steps: Set<string>, count = 1): Promise<Billed> {
  const [database, dataDir] = [await makeDatabase(world), await stand.directory()];
  const options = { home, dataDir, databaseUrl: database.url };
  const processes = await Promise.all(Array.from({ length: count }, () => startDying(options, steps)));
  stand.later(() => Promise.all(processes.map((process) => process.kill())));
  await bill(processes, database);
  const outcome = await readOutcome(database, (key) => readFile(join(dataDir, 'files', key)));
  return { outcome, mismatches: await findMismatches(database), unreached: [...steps] };
}

async function findMismatches({ url }: Database): Promise<string[]> {
  const database = openDatabase({
    ...{ connection: { connectionString: url }, maxConnections: 1, role: applicationRole },
    onError: () => undefined,
  });
  const found: string[] = [];
  await auditEverything({ database, audits }, ({ audit, mismatches, error }) => {
    if (mismatches > 0 || error !== null) found.push(`${audit.name}: ${error ?? mismatches}`);
  });
  await database.close();
  return found;
}

describe('a bill run and the closing of cycles, killed at every step', () => {
  it.each([1, 2])('by %i processes, end in the documents of an undisturbed run', async (count) => {
    const home = await stand.directory();
    const steps = await buildWithSteps(home);
    const undisturbed = await billWorld(home, new Set());
    expect(undisturbed.mismatches).toEqual([]);
    const killed = await billWorld(home, new Set(steps), count);
    expect({
      ...{ unreached: killed.unreached, mismatches: killed.mismatches },
      missing: without(undisturbed.outcome, killed.outcome),
      added: without(killed.outcome, undisturbed.outcome),
    }).toEqual({ unreached: [], mismatches: [], missing: [], added: [] });
  }, 300_000);
});
