import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../generators');
const STAMP = join(folder, 'node_modules/.installed');
const UNREACHABLE = /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ETIMEDOUT|ENOTCACHED)\b/;
/** The lowest priority, so that other tests do not wait. */
const PRIORITY = 10;

/** Skips the minute of npm's retries without a network. */
const INSTALL = [
  ...['ci', '--ignore-scripts', '--no-audit', '--no-fund'],
  ...['--fetch-retries=1', '--fetch-retry-mintimeout=1000'],
];

/** A finished program with its complete output. */
export interface Ended {
  name: string;
  code: number;
  output: string;
}

/**
 * Installs the generators unless they are already installed for their lockfile. Returns the reason if the
 * registry is unreachable; throws any other failure.
 */
export async function installGenerators(): Promise<string | null> {
  const lock = readFileSync(join(folder, 'package-lock.json'));
  const wanted = `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}`;
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return null;
  const { code, output } = await run('npm ci', 'npm', INSTALL);
  if (code !== 0 && UNREACHABLE.test(output)) return 'the npm registry cannot be reached';
  if (code !== 0) throw new Error(`npm ci in test/generators ended with ${code}: ${output}`);
  writeFileSync(STAMP, wanted);
  return null;
}

/** Generates a client with every generator, below `out`, and lints the document. */
export function generateClients(document: string, out: string): Promise<Ended[]> {
  return Promise.all([
    runProgram('openapi-typescript', [document, '-o', join(out, 'openapi-typescript.ts')]),
    runProgram('@hey-api/openapi-ts', ['-i', document, '-o', join(out, 'hey-api'), '--no-log-file']),
    runProgram('orval', [
      '-i',
      document,
      '-o',
      join(out, 'orval.ts'),
      '--client',
      'fetch',
      '--mode',
      'single',
    ]),
    runProgram('@redocly/cli', ['lint', document, '--format', 'json']),
  ]);
}

/** Type-checks every file below `out` under `strict`, with the compiler of the generators. */
export function compileClients(out: string): Promise<Ended> {
  const compilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, types: [] },
    ...{ target: 'ES2023', module: 'ESNext', moduleResolution: 'bundler' },
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  };
  writeFileSync(join(out, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }));
  return runProgram('typescript', ['-p', out, '--pretty', 'false'], 'tsc');
}

function runProgram(name: string, args: readonly string[], command?: string): Promise<Ended> {
  const home = join(folder, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const program = typeof bin === 'string' ? bin : (bin[command ?? ''] ?? Object.values(bin)[0]);
  return run(name, process.execPath, [join(home, program), ...args]);
}

function run(name: string, program: string, args: readonly string[]): Promise<Ended> {
  // Disables the update notices and telemetry of these programs.
  const env = { ...process.env, NODE_OPTIONS: '', CI: 'true', REDOCLY_TELEMETRY: 'off' };
  const quiet = { ...env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };
  return new Promise((resolve) => {
    const options = { cwd: folder, env: quiet, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(program, args, options, (error, out, err) =>
      resolve({ name, code: error ? Number(error.code ?? 1) || 1 : 0, output: out + err }),
    );
    if (child.pid !== undefined) setPriority(child.pid, PRIORITY);
  });
}
