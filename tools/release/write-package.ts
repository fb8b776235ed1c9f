import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isCurrent } from '../bootstrap-console.mjs';
import { listCommands } from './command-table.ts';
import { compileInto } from './compile.ts';
import { publishedManifest } from './manifest.ts';

const LAUNCHER = [
  'tools/tallymark.mjs',
  'tools/run-entry.mjs',
  'tools/bootstrap-guard.mjs',
  'tools/node-options.mjs',
];
const PAGES = ['LICENSE', 'CHANGELOG.md', 'SECURITY.md', 'docs', 'migrations'];

/**
 * Writes the package that is published into an empty folder: JavaScript instead of the sources, the built
 * console, and what the service reads beside its code. Throws unless the console is built from the sources
 * of now.
 */
export function writePackage(root: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { manifest, shrinkwrap } = publishedManifest(root);
  const commands = listCommands(root);
  writeJson(join(folder, 'package.json'), manifest);
  writeJson(join(folder, 'npm-shrinkwrap.json'), shrinkwrap);
  writeJson(join(folder, 'commands.json'), commands);
  const entries = commands.map(({ entry }) => entry);
  compileInto(folder, { root, entries, ...(manifest as { imports: Record<string, string> }) });
  const copied = [...LAUNCHER, ...PAGES, ...globSync('src/**/*.{json,css,js,csv,svg,txt}', { cwd: root })];
  for (const path of copied) copy(join(root, path), join(folder, path));
  copy(join(root, 'packaging/npm/README.md'), join(folder, 'README.md'));
  copyConsole(root, folder);
  chmodSync(join(folder, 'tools/tallymark.mjs'), 0o755);
}

/** Only of the last build: a folder of builds also keeps files that open pages may still ask for. */
function copyConsole(root: string, folder: string): void {
  const built = join(root, 'web/dist/console');
  if (!isCurrent(root)) throw new Error('the console is not built from these sources: run node web/build.ts');
  const own: string[] = JSON.parse(readFileSync(join(built, 'files.json'), 'utf8'));
  const files = globSync('**/*.*', { cwd: built }).filter((name) => own.includes(name.replace(/\.br$/, '')));
  if (!files.includes('index.html')) throw new Error('the built console has no page');
  for (const name of [...files, 'files.json'])
    copy(join(built, name), join(folder, 'web/dist/console', name));
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true });
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
