import { stripVTControlCharacters } from 'node:util';
import type { TestCase, TestModule } from 'vitest/node';

export interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface TestCount {
  readonly passed: number;
  /** Failed tests, and files and background work that failed outside any test. */
  readonly failed: number;
  readonly skipped: readonly { readonly title: string; readonly reason: string }[];
}

export function countTests(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): TestCount {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const inState = (state: string) => tests.filter((test) => test.result().state === state);
  const brokenFiles = modules.flatMap(brokenParts);
  return {
    passed: inState('passed').length,
    // A test that never ended counts as failed.
    failed:
      inState('failed').length + inState('pending').length + brokenFiles.length + unhandledErrors.length,
    skipped: inState('skipped').map((test) => ({ title: test.fullName, reason: reasonOf(test) })),
  };
}

/** A line for each failed test, with the first line of its error, and for each file that failed otherwise. */
export function listFailures(modules: readonly TestModule[]): string[] {
  return modules.flatMap((module) => [
    ...brokenParts(module).map(({ message }) => describeFailure([module.relativeModuleId], message)),
    ...[...module.children.allTests()]
      .filter((test) => ['failed', 'pending'].includes(test.result().state))
      .map((test) => {
        const message = test.result().errors?.[0]?.message ?? 'never ended';
        return describeFailure([module.relativeModuleId, test.fullName], message);
      }),
  ]);
}

function describeFailure(names: readonly string[], message: string): string {
  const [line = ''] = stripVTControlCharacters(message).split('\n');
  return `failed: ${names.join(' > ')}: ${line.slice(0, MESSAGE_LENGTH)}`;
}

function brokenParts(module: TestModule): readonly { readonly message: string }[] {
  return [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())];
}

/** The one line that other programs parse: `12 passed, 0 failed`, with the number of skipped tests if any. */
export function describeTotals({ passed, failed, skipped }: Totals): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

const SLOWEST = 10;
const MESSAGE_LENGTH = 300;

/** A line for each of the slowest files, `12.3 s  test/…`, and the total of all files. */
export function slowestFiles(modules: readonly TestModule[]): string[] {
  const timed = modules.map((module) => ({
    name: module.relativeModuleId,
    ms: module.diagnostic().duration,
  }));
  const sorted = timed.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1).padStart(6)} s`;
  const all = timed.reduce((sum, { ms }) => sum + ms, 0);
  return [
    `the ${sorted.length} slowest of ${timed.length} files (${seconds(all).trim()} in all):`,
    ...sorted.map(({ name, ms }) => `${seconds(ms)}  ${name}`),
  ];
}

function reasonOf(test: TestCase): string {
  const result = test.result();
  return (result.state === 'skipped' && result.note) || 'this machine does not meet its condition';
}
