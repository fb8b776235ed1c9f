// Every check and every test:  npm test [-- filter ...]
// With --suite-only the static checks are left out, for a second run against another database.
import { createVitest, type Vitest } from 'vitest/node';
import { type CheckResult, runChecks } from './check.ts';
import { countTests, describeTotals } from './test-totals.ts';

const filters = process.argv.slice(2).filter((argument) => argument !== '--suite-only');
let isInterrupted = false;
const isSuiteOnly = process.argv.includes('--suite-only');

process.exitCode = (await runAll()) ? 0 : 1;

/** The suite runs also when a check failed: one run then shows everything that is wrong. */
async function runAll(): Promise<boolean> {
  const checks = isSuiteOnly ? [] : await runChecks();
  const vitest = await createVitest({ run: true, watch: false });
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
