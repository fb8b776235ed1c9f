import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';

/** Imports, re-exports and programs: `from './a.js'`, `import('#core/b.ts')`, `new URL('./worker.js', …)`. */
const IMPORT = /(?:\bfrom |\bimport\(|\bimport |new URL\()'((?:\.{1,2}\/|#)[^']+\.(?:[jt]s|mjs)|#\w+)'/g;
/** Programs of threads and processes: `new URL('./worker.ts', import.meta.url)`. */
const PROGRAM = /(new URL\('\.{1,2}\/[^']+)\.ts'/g;

/**
 * Compiles TypeScript into `target`, the given programs and everything that they import: Node does not strip
 * types below node_modules. Returns the paths of the modules.
 */
export function compileInto(
  target: string,
  { root, entries, imports }: { root: string; entries: readonly string[]; imports: Record<string, string> },
): string[] {
  const made = mkdtempSync(join(tmpdir(), 'tallymark-compiled-'));
  try {
    emit(root, made);
    const modules = reachableFrom(entries, (path) => readModule({ root, made }, path), imports);
    for (const path of modules) write(join(target, path), readModule({ root, made }, path));
    return modules;
  } finally {
    rmSync(made, { recursive: true });
  }
}

function emit(root: string, folder: string): void {
  const options = ['--noEmit', 'false', '--noCheck', '--rewriteRelativeImportExtensions'];
  execFileSync(
    process.execPath,
    [
      join(root, 'node_modules/typescript/bin/tsc'),
      '-p',
      root,
      ...options,
      '--rootDir',
      root,
      '--outDir',
      folder,
    ],
    { stdio: 'inherit' },
  );
}

/** JavaScript in the sources, such as the start options, is as it is. */
function readModule({ root, made }: { root: string; made: string }, path: string): string {
  const compiled = join(made, path);
  const text = readFileSync(existsSync(compiled) ? compiled : join(root, path), 'utf8');
  return nameOwnCommands(text.replaceAll(PROGRAM, "$1.js'"));
}

/** Messages name the commands of the sources: `npm run user -- setup` is `tallymark user setup` there. */
export function nameOwnCommands(text: string): string {
  return text
    .replaceAll(/\bnpm run ([a-z]+(?:-[a-z]+)*)(?: (\[?)-- )?/g, (_, name: string, bracket?: string) =>
      bracket === undefined ? `tallymark ${name}` : `tallymark ${name} ${bracket}`,
    )
    .replaceAll(/\bnpm start\b/g, 'tallymark start');
}

function reachableFrom(
  entries: readonly string[],
  read: (path: string) => string,
  imports: Record<string, string>,
): string[] {
  const found = new Set<string>(entries);
  for (const path of found)
    for (const [, specifier = ''] of read(path).matchAll(IMPORT))
      found.add(
        specifier.startsWith('#') ? aliased(specifier, imports) : normalize(join(dirname(path), specifier)),
      );
  return [...found].sort();
}

function aliased(specifier: string, imports: Record<string, string>): string {
  for (const [alias, target] of Object.entries(imports)) {
    const [start = '', end] = alias.split('*');
    if (end === undefined && specifier === alias) return normalize(target);
    if (end === undefined || !specifier.startsWith(start) || !specifier.endsWith(end)) continue;
    return normalize(target.replace('*', specifier.slice(start.length, specifier.length - end.length)));
  }
  throw new Error(`${specifier} is no import of package.json`);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
