import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { audits } from '#app';
import { applicationRole } from '#platform/db/application-role.ts';
import { openDatabase } from '#platform/db/database.ts';
import { auditEverything } from '#platform/jobs/audit-everything.ts';
import { roundsOf, SEED } from '#test/effort.ts';
import { useScriptedHook } from '#test/scripted-hook.ts';
import { LOCAL_CONNECTOR } from '#test/scripted-provider.ts';
import { makeBilledWorld } from './billed-world.ts';
import type { Database } from './database-server.ts';
import { type DyingProcess, startDying } from './dying-process.ts';
import { sabotagedFiles } from './sabotage.ts';
import { steppedService } from './shared-build.ts';
import { useDatabases, useStand } from './stand.ts';
import { buildWithSteps } from './steps.ts';
import { readOutcome, without } from './stored-outcome.ts';

/** Of the steps that one process is killed at, and that one of two is: they die twice as often. */
const takeSteps = () => new Set(roundsOf(steps, { everyday: 4 }));
const takeStepsOfTwo = () => new Set(roundsOf(steps, { everyday: 2, full: Math.ceil(steps.length / 3) }));
const makeDatabase = useDatabases();
const stand = useStand();
let world: Database;
let home: string;
let steps: string[];
let undisturbed: Billed;
const hook = useScriptedHook();
/** Those that `killed-imports-are-continued.test.ts` is about. */
const IMPORT_STEP = / import /;
/** Those that `killed-approvals-are-given-once.test.ts` is about. */
const APPROVAL_STEP = /approv/;
/** The one that `killed-statements-are-mailed-once.test.ts` is about. */
const STATEMENT_STEP = /statement/;
/** Of a payment, which no bill run records. */
const BANK_STEP = /bank line/;
/** Those that only a bill run comes to that is reviewed. */
const REVIEW_STEPS = ['drafts of a review are computed'];
const ENTRY_STEPS = ['a draft of a bill run is locked', 'a draft of a bill run is computed'];
/** Those that only an invoice comes to which waits for hooks. */
const HOOK_STEPS = [
  'an invoice waits for a hook',
  'a call has its response',
  'the response of a call is stored',
  'an invoice goes on from its hooks',
  'a finalization has failed',
];
beforeAll(async () => {
  world = await makeDatabase();
  await makeBilledWorld(world.url);
  const service = await steppedService();
  const others = [...HOOK_STEPS, ...REVIEW_STEPS];
  const ofOthers = [IMPORT_STEP, APPROVAL_STEP, STATEMENT_STEP, BANK_STEP];
  const isBilling = (step: string) =>
    !others.includes(step) && !ofOthers.some((pattern) => pattern.test(step));
  [home, steps] = [service.home, service.steps.filter(isBilling)];
  undisturbed = await billWorld(home, new Set());
}, 600_000);

const FEBRUARY = '2030-02-01T00:00:00Z';
const NEXT_DAY = '2030-02-02T00:00:00Z';
const OVERDUE = `
  select from scheduled_work join organizations using (org_id)
  where environment = 'sandbox' and on_hold_at is null and due_at <= clock_at
  union all
  select from finalization_calls where status = 'OPEN'`;
/** In truth this takes until the lease of the lost process is over. */
const LEASES_OVER = `
  with reviews as (update draft_reviews set next_attempt_at = now() where status = 'COMPUTING')
  update finalization_calls set next_attempt_at = now() where status = 'OPEN'`;

/**
 * Closes the cycles, runs the bill run, with a review or without, and closes the day of the group, and waits
 * for each.
 */
async function bill(
  processes: readonly DyingProcess[],
  database: Database,
  isReviewed: boolean,
): Promise<void> {
  const settle = async () => {
    for (const end = performance.now() + 180_000; ; await sleep(20)) {
      await Promise.all(processes.map((process) => process.revive()));
      if ((await database.query(OVERDUE)).length === 0) return;
      if (performance.now() > end) throw new Error('the work that is due was not done in three minutes');
    }
  };
  const moveClock = async (now: string) => {
    await Promise.all(processes.map((process) => process.call('PUT', '/ext/v1/clock', { now })));
    await settle();
  };
  await moveClock(FEBRUARY);
  // One whose answer was lost finds, when it is asked again, what it did.
  if (isReviewed) await reviewAndConfirm(processes[0] as DyingProcess);
  else await Promise.all(processes.map((process) => process.call('POST', '/invoices/bill_runs')));
  await settle();
  await moveClock(NEXT_DAY);
}

/** A bill run whose drafts are reviewed; those that block it are approved. */
async function reviewAndConfirm(process: DyingProcess): Promise<void> {
  await process.call('POST', '/invoices/bill_runs?require_confirmation=true');
  const { body: runs } = await process.call('GET', '/ext/v1/bill_runs');
  const [jobId] = (runs.data ?? []).map(({ id }: { id: string }) => id);
  const { body: review } = await process.call('POST', '/ext/v1/draft_reviews', { jobId });
  const path = `/ext/v1/draft_reviews/${review.id}`;
  const read = async () => (await process.call('GET', path)).body;
  for (const end = performance.now() + 180_000; (await read()).status !== 'READY'; await sleep(50)) {
    if (performance.now() > end) throw new Error('the drafts were not reviewed in three minutes');
    await process.revive();
  }
  const { body: blocked } = await process.call('GET', `${path}/drafts?level=BLOCK&pageSize=100`);
  const invoiceIds = (blocked.data ?? []).map(({ invoiceId }: { invoiceId: string }) => invoiceId);
  if (invoiceIds.length > 0)
    await process.call('POST', `${path}/decisions`, { invoiceIds, decision: 'APPROVED', reason: 'known' });
  const { version: reviewVersion } = await read();
  await process.call('POST', `/jobs/${jobId}/confirm`, { reviewVersion });
}

interface Billed {
  outcome: string[];
  mismatches: string[];
  /** Steps that nobody came to. */
  unreached: string[];
}

async function billWorld(
  home: string,
  steps: Set<string>,
  { count = 1, isHooked = false, isReviewed = false } = {},
): Promise<Billed> {
  const [database, dataDir] = [await makeDatabase(world), await stand.directory()];
  const settings = isHooked ? LOCAL_CONNECTOR : {};
  const afterDeath = () => database.query(LEASES_OVER);
  const options = { home, dataDir, databaseUrl: database.url, settings, afterDeath };
  const processes = await Promise.all(Array.from({ length: count }, () => startDying(options, steps)));
  stand.later(() => Promise.all(processes.map((process) => process.kill())));
  for (const kind of isHooked ? ['TAX', 'E_INVOICE'] : [])
    await processes[0]?.call('PUT', `/ext/v1/finalization_hooks/${kind}`, { url: hook.url });
  await bill(processes, database, isReviewed);
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

/** What is there after the kills and not without them, and the other way round. */
function compare({ outcome, ...rest }: Billed, { outcome: expected } = undisturbed) {
  const [missing, added] = [without(expected, outcome), without(outcome, expected)];
  return { ...rest, missing, added };
}

const ALL_THE_SAME = { unreached: [], mismatches: [], missing: [], added: [] };

describe(`a bill run and the closing of cycles that are killed at every step, seed ${SEED}`, () => {
  it('end in the documents of an undisturbed run', async () => {
    expect(undisturbed.mismatches).toEqual([]);
    expect(compare(await billWorld(home, takeSteps()))).toEqual(ALL_THE_SAME);
  }, 600_000);

  // Every day the seed takes one of these three, which take a minute each.
  it.each(
    roundsOf(
      [
        ['two processes do them, and both are killed', endsTheSameOnTwoProcesses],
        ['their invoices wait for hooks', endsTheSameWithHooks],
        ['the drafts are reviewed first', endsTheSameReviewed],
      ] as const,
      { everyday: 1 },
    ),
  )('end in the same when %s', (_, check) => check(), 600_000);
});

async function endsTheSameOnTwoProcesses(): Promise<void> {
  expect(compare(await billWorld(home, takeStepsOfTwo(), { count: 2 }))).toEqual(ALL_THE_SAME);
}

/** Hooks have done the same once, too. */
async function endsTheSameWithHooks(): Promise<void> {
  // 7.25 % on what the account pays; one of them is refused.
  hook.decide = ({ payer, invoice }, type) => {
    if (type === 'e_invoice.register')
      return [200, { reference: `${payer.accountId} ${invoice.totalAmount}` }];
    if (payer.accountId === 'own-3') return [422, { reason: 'no tax number' }];
    return [200, { taxes: [{ name: payer.accountId, rate: '0.0725' }] }];
  };
  const calm = await billWorld(home, new Set(), { isHooked: true });
  const effects = takeEffects();
  expect([calm.mismatches, effects.length]).toEqual([[], 2 * 13 + 4 + 1]);
  const deadly = new Set(roundsOf(HOOK_STEPS, { everyday: 3 }));
  const killed = await billWorld(home, deadly, { isHooked: true });
  expect(compare(killed, calm)).toEqual(ALL_THE_SAME);
  expect(takeEffects()).toEqual(effects);
}

/** What the hook did, a line for each key. */
function takeEffects(): string[] {
  const effects = [...hook.effects.values()].map((effect) => JSON.stringify(effect)).sort();
  hook.effects.clear();
  return effects;
}

async function endsTheSameReviewed(): Promise<void> {
  const calm = await billWorld(home, new Set(), { isReviewed: true });
  expect(calm.mismatches).toEqual([]);
  const numbersOf = ({ outcome }: Billed) => outcome.filter((line) => /^number \d/.test(line));
  expect(numbersOf(calm)).toEqual(numbersOf(undisturbed));
  const deadly = new Set([...REVIEW_STEPS, ...ENTRY_STEPS]);
  expect(compare(await billWorld(home, deadly, { isReviewed: true }), calm)).toEqual(ALL_THE_SAME);
}

/** Guarantees, each with a step at which one kill shows that it was taken out, and how. */
const SABOTAGES = [
  ['takes work before it does it', 'a draft of a cycle is locked', 'missing'],
  ['counts numbers in a transaction of their own', 'an invoice is final', 'added'],
  ['stores events in a transaction of their own', 'events are stored', 'added'],
] as const;

describe('one kill is enough for a build', () => {
  it.each(roundsOf(SABOTAGES, { everyday: 1 }))(
    'that %s, at the step %s',
    async (sabotage, step, finding) => {
      const broken = await stand.directory();
      await buildWithSteps(broken, await sabotagedFiles(sabotage));
      const found = compare(await billWorld(broken, new Set([step])));
      expect(found.unreached).toEqual([]);
      expect(found[finding]).not.toEqual([]);
    },
    600_000,
  );
});
