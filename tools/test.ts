// Every check and every test:  npm test [-- --full] [-- filter ...]
// --changed runs the tests beside the files that changed since `main`, or since REF with --changed=REF, and
// those that call the changed code: the everyday loop. Its last lines list the skipped tests.
// --full runs every round of random or exhaustive tests; an everyday run takes fewer.
// --database-only skips the static checks and the tests that do not use the database of DATABASE_URL, or are
// about something else, for a second run against another one. An everyday run takes half of them.
import { randomInt } from 'node:crypto';
import { createVitest, type Vitest } from 'vitest/node';
import { type ChangedTests, checkedOut, listChanges, selectTests } from './changed-tests.ts';
import { type CheckResult, runChecks } from './check.ts';
import { countTests, describeTotals, listFailures, slowestFiles } from './test-totals.ts';

const OPTION = /^--(full|database-only|changed(=.+)?)$/;
const filters = process.argv.slice(2).filter((argument) => !OPTION.test(argument));
const unknown = filters.find((filter) => filter.startsWith('--'));
if (unknown !== undefined)
  throw new Error(`unknown option ${unknown}; use --full, --database-only or --changed[=REF]`);
let isInterrupted = false;
const isFull = process.argv.includes('--full');
const isDatabaseOnly = process.argv.includes('--database-only');
const isHalved = isDatabaseOnly && !isFull && filters.length === 0;
const changed = findChanged();
/** Files that use no database or see only pages, and those that start an embedded one themselves. */
const OWN_DATABASE = [
  ...['src/core/**', 'src/platform/{fonts,outbound,workers}/**', 'tools/**', 'web/**', 'test/browser/**'],
  ...['src/main.test.ts', 'src/platform/db/embedded*.test.ts', 'src/platform/backup/**'],
  ...['test/faults/**', 'test/packaging/**'],
];
/** Files about requests and answers, whose statements `recorded-examples.test.ts` runs, too. */
const ABOUT_REQUESTS = [
  'test/contract/{fuzz-operations,generated-*,reference-pages,public-url,scopes,quotas,rate-limits}.test.ts',
  'test/contract/{no-*-holds-the-loop,no-request-passes-the-gate,logs-hold-no-secrets,cors}.test.ts',
  'test/contract/{people-use-every-operation,portal-is-default-deny,unknown-query-parameters}.test.ts',
];
/** Read by `test/support/effort.ts`, in each process of the runner. */
if (isFull) process.env.TEST_EFFORT = 'full';
process.env.TEST_SEED ??= String(randomInt(1_000_000));

process.exitCode = (await runAll()) ? 0 : 1;

/**
 * Runs checks and tests in parallel: the first tests wait for kills and restarts, and leave the processor to
 * the checks. The suite runs even if a check fails, so that one run shows every failure.
 */
async function runAll(): Promise<boolean> {
  const exclude = ['**/node_modules/**', ...(isDatabaseOnly ? [...OWN_DATABASE, ...ABOUT_REQUESTS] : [])];
  const shard = isHalved ? { shard: halfOf(process.env.TEST_SEED) } : {};
  const vitest = await createVitest({ run: true, watch: false, exclude, ...shard });
  stopOnSignal(vitest);
  const [checks, aborted] = await Promise.all([isDatabaseOnly ? [] : runChecks(), runTests(vitest)]);
  return report(checks, vitest, aborted);
}

/** Two versions rarely differ: what the one half would show is seen by the next run or the one after. */
function halfOf(seed: string | undefined): string {
  return `${1 + (Number(seed) % 2)}/2`;
}

/** Returns how often the runner itself failed: at most once. */
async function runTests(vitest: Vitest): Promise<number> {
  try {
    await startTests(vitest);
    return 0;
  } catch (error) {
    console.error(error);
    return 1;
  } finally {
    await vitest.close();
  }
}

async function startTests(vitest: Vitest): Promise<void> {
  if (!changed) return void (await vitest.start(filters));
  console.log(`${changed.tests.length} test files cover the changes`);
  if (changed.tests.length > 0) await vitest.start([...changed.tests]);
}

/** Null unless requested. */
function findChanged(): ChangedTests | null {
  const requested = process.argv.find((argument) => /^--changed(=|$)/.test(argument));
  if (requested === undefined) return null;
  return selectTests(listChanges(requested.slice('--changed='.length) || 'main'), checkedOut());
}

function report(checks: readonly CheckResult[], vitest: Vitest, aborted: number): boolean {
  const tests = countTests(vitest.state.getTestModules(), vitest.state.getUnhandledErrors());
  for (const { title, reason } of tests.skipped) console.log(`skipped: ${title} (${reason})`);
  for (const line of slowestFiles(vitest.state.getTestModules())) console.log(line);
  for (const sentence of changed?.leftOut ?? []) console.log(`skipped, run by npm test: ${sentence}`);
  const sample = isHalved ? 'half of the files and a sample' : 'a sample';
  const everyday = `${sample} of the rounds, chosen by TEST_SEED=${process.env.TEST_SEED}`;
  console.log(isFull ? 'all rounds' : `${everyday}; npm test -- --full runs all rounds`);
  const failedChecks = checks.filter(({ hasPassed }) => !hasPassed);
  for (const { name } of failedChecks) console.log(`failed: npm run check: ${name}`);
  for (const line of listFailures(vitest.state.getTestModules())) console.log(line);
  const failed = tests.failed + failedChecks.length + aborted;
  const passed = tests.passed + checks.length - failedChecks.length;
  console.log(describeTotals({ passed, failed, skipped: tests.skipped.length }));
  const isNothingToRun = changed?.tests.length === 0;
  return failed === 0 && (tests.passed > 0 || isNothingToRun) && !isInterrupted;
}

/**
 * Stops the temporary database and deletes its files before this process exits. The runner's own listeners
 * would exit after a millisecond, so they are removed.
 */
function stopOnSignal(vitest: Vitest): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.removeAllListeners(signal);
    process.once(signal, async () => {
      isInterrupted = true;
      await vitest.cancelCurrentRun('keyboard-input');
      await vitest.close();
      process.exit(1);
    });
  }
}
