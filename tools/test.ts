// Every check and every test:  npm test [-- --full] [-- filter ...]
// --full takes every round of what is random or exhaustive; an everyday run takes fewer.
// --database-only leaves out the static checks and what meets no database that DATABASE_URL names, for a
// second run against another one.
import { createVitest, type Vitest } from 'vitest/node';
import { type CheckResult, runChecks } from './check.ts';
import { countTests, describeTotals, slowestFiles } from './test-totals.ts';

const FLAGS = ['--full', '--database-only'];
const filters = process.argv.slice(2).filter((argument) => !FLAGS.includes(argument));
let isInterrupted = false;
const isFull = process.argv.includes('--full');
const isDatabaseOnly = process.argv.includes('--database-only');
/** Files that ask no database, and those that start an embedded one themselves. */
const OWN_DATABASE = [
  ...['src/core/**', 'src/platform/{fonts,outbound,workers}/**', 'tools/**'],
  ...['src/main.test.ts', 'src/platform/db/embedded*.test.ts', 'test/faults/**'],
];
/** Read by `test/support/effort.ts`, in each process of the runner. */
if (isFull) process.env.TEST_EFFORT = 'full';

process.exitCode = (await runAll()) ? 0 : 1;

/** The suite runs also when a check failed: one run then shows everything that is wrong. */
async function runAll(): Promise<boolean> {
  const checks = isDatabaseOnly ? [] : await runChecks();
  const exclude = isDatabaseOnly ? OWN_DATABASE : [];
  const vitest = await createVitest({ run: true, watch: false, exclude });
  stopOnSignal(vitest);
  try {
    await vitest.start(filters);
  } catch (error) {
    console.error(error);
    return report(checks, vitest, 1);
  } finally {
    await vitest.close();
  }
  return report(checks, vitest, 0);
}

function report(checks: readonly CheckResult[], vitest: Vitest, aborted: number): boolean {
  const tests = countTests(vitest.state.getTestModules(), vitest.state.getUnhandledErrors());
  for (const { title, reason } of tests.skipped) console.log(`skipped: ${title} (${reason})`);
  for (const line of slowestFiles(vitest.state.getTestModules())) console.log(line);
  console.log(isFull ? 'every round was taken' : 'everyday rounds; npm test -- --full takes every round');
  const failedChecks = checks.filter(({ hasPassed }) => !hasPassed);
  for (const { name } of failedChecks) console.log(`failed check: ${name}`);
  const failed = tests.failed + failedChecks.length + aborted;
  const passed = tests.passed + checks.length - failedChecks.length;
  console.log(describeTotals({ passed, failed, skipped: tests.skipped.length }));
  return failed === 0 && tests.passed > 0 && !isInterrupted;
}

/**
 * Lets the throw-away database stop and its files go before this process does. The runner's own listeners
 * give up after a millisecond, so they have to leave.
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
