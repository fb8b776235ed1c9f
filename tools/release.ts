// Makes the files of a release:  npm run release -- check VERSION | pack FOLDER
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { listObstacles } from './release/obstacles.ts';
import { writePackage } from './release/write-package.ts';

const ROOT = join(import.meta.dirname, '..');
const USAGE = 'npm run release -- check VERSION | pack FOLDER';
const run = promisify(execFile);

async function release([verb, argument]: readonly string[]): Promise<void> {
  if (!argument) throw new Error(USAGE);
  if (verb === 'check') return check(argument);
  if (verb === 'pack') return pack(resolve(argument));
  throw new Error(USAGE);
}

function check(version: string): void {
  const obstacles = listObstacles(ROOT, version);
  for (const each of obstacles) console.error(`✗ ${each}`);
  if (obstacles.length > 0) throw new Error(`${version} cannot be released yet`);
  console.log(`${version} can be released`);
}

/** The package as a folder and as a tarball, its bill of materials, and the checksums of both files. */
async function pack(folder: string): Promise<void> {
  await run(process.execPath, [join(ROOT, 'web/build.ts')]);
  const source = join(folder, 'package');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writePackage(ROOT, source);
  const { stdout } = await npm(source, ['pack', '--json', '--pack-destination', folder]);
  const [{ filename }] = JSON.parse(stdout);
  const bill = await npm(source, ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx']);
  const files = [join(folder, filename), join(folder, filename.replace(/\.tgz$/, '.cdx.json'))];
  writeFileSync(files[1] as string, bill.stdout);
  writeFileSync(
    join(folder, 'SHA256SUMS'),
    files.map((path) => `${sha256(path)}  ${basename(path)}\n`).join(''),
  );
  for (const path of [...files, join(folder, 'SHA256SUMS')]) console.log(path);
}

function npm(folder: string, args: readonly string[]) {
  return run('npm', args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
}

function sha256(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

try {
  await release(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
