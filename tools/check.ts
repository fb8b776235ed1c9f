// Everything that can be said about the tree without running it:  npm run check
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { writeGenerated } from '../web/api/generate.ts';

export interface CheckResult {
  readonly name: string;
  readonly hasPassed: boolean;
  readonly output: string;
  readonly seconds: number;
}

interface Check {
  readonly name: string;
  readonly command: readonly string[];
  /** Output that proves that files were checked: a checker without files succeeds, too. */
  readonly evidence?: RegExp;
}

const root = dirname(import.meta.dirname);
const bin = join(root, 'node_modules/.bin');

const checks: readonly Check[] = [
  {
    name: 'types',
    command: [join(bin, 'tsc'), '--noEmit', '--diagnostics', '--pretty', 'false'],
    evidence: /^Files: +[1-9]/m,
  },
  {
    name: 'types of web',
    command: [join(bin, 'tsc'), '--noEmit', '--diagnostics', '--pretty', 'false', '-p', join(root, 'web')],
    evidence: /^Files: +[1-9]/m,
  },
  {
    name: 'lint and format',
    command: [join(bin, 'biome'), 'check', '--error-on-warnings', '--colors=off', '--max-diagnostics=50'],
    evidence: /Checked [1-9]\d* files/,
  },
  // An exported type is part of the signature of other exports, even if no other file names it.
  {
    name: 'dead code',
    command: [join(bin, 'knip'), '--no-progress', '--no-config-hints', '--exclude', 'types'],
  },
  {
    name: 'released migrations',
    command: [process.execPath, join(root, 'tools/released-migrations.ts')],
    evidence: /Checked [1-9]\d* released migrations/,
  },
  {
    name: 'commit subjects',
    command: [process.execPath, join(root, 'tools/commit-subjects.ts')],
    evidence: /Checked [1-9]\d* commit subjects|No git repository/,
  },
  { name: 'house rules', command: [process.execPath, join(root, 'tools/tidy.ts')] },
];

/** Runs all checks in parallel and prints one line for each, with the output of those that failed. */
export async function runChecks(): Promise<readonly CheckResult[]> {
  writeGenerated();
  const present = checks.filter(({ command }) =>
    command.every((part) => !part.startsWith(root) || existsSync(part)),
  );
  for (const { name } of checks.filter((check) => !present.includes(check))) {
    console.log(`- ${name}: skipped, because its program is not installed`);
  }
  return await Promise.all(
    present.map(async (check) => {
      const result = await runCheck(check);
      console.log(`${result.hasPassed ? '✓' : '✗'} ${result.name} (${result.seconds.toFixed(1)} s)`);
      if (!result.hasPassed) console.log(indent(result.output));
      return result;
    }),
  );
}

export async function runCheck(check: Check): Promise<CheckResult> {
  const started = performance.now();
  const { status, output } = await execute(check.command);
  const hasSeenFiles = check.evidence?.test(output) ?? true;
  return {
    name: check.name,
    hasPassed: status === 0 && hasSeenFiles,
    output: hasSeenFiles ? output : `${output}\nThe check found no file.`,
    seconds: (performance.now() - started) / 1000,
  };
}

function execute([program = '', ...args]: readonly string[]): Promise<{
  status: number | null;
  output: string;
}> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      // The tools start `node` by name, which must resolve to the one that runs this file.
      env: { ...process.env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks: string[] = [];
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
    child.once('error', (error) => resolve({ status: null, output: error.message }));
    child.once('close', (status) => resolve({ status, output: chunks.join('') }));
  });
}

function indent(text: string): string {
  return text.trimEnd().replaceAll(/^/gm, '    ');
}

if (import.meta.main) {
  const failed = (await runChecks()).filter(({ hasPassed }) => !hasPassed);
  console.log(
    failed.length === 0 ? 'all checks passed' : `failed: ${failed.map(({ name }) => name).join(', ')}`,
  );
  process.exitCode = failed.length === 0 ? 0 : 1;
}
