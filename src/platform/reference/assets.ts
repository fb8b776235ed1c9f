import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const FOLDER = new URL('./assets/', import.meta.url);

/** Files that browsers load, by the name in their URL. */
const FILES: Readonly<Record<string, { readonly path: () => string; readonly type: string }>> = {
  'reference.css': { path: () => own('reference.css'), type: 'text/css; charset=utf-8' },
  'theme.js': { path: () => own('theme.js'), type: 'text/javascript; charset=utf-8' },
  'reference.js': { path: () => own('reference.js'), type: 'text/javascript; charset=utf-8' },
  'search.js': { path: () => own('search.js'), type: 'text/javascript; charset=utf-8' },
  // The module of the package, which needs no build.
  'minisearch.js': {
    path: () => fileURLToPath(import.meta.resolve('minisearch')),
    type: 'text/javascript; charset=utf-8',
  },
};

export interface Asset {
  readonly text: string;
  readonly type: string;
  /** Changes with the text. */
  readonly version: string;
}

/** Reads every asset; throws if one is missing. */
export async function readAssets(): Promise<ReadonlyMap<string, Asset>> {
  const entries = Object.entries(FILES).map(async ([name, { path, type }]) => {
    const text = (await readFile(path(), 'utf8')).replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n');
    return [name, { text, type, version: versionOf(text) }] as const;
  });
  return new Map(await Promise.all(entries));
}

export function versionOf(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}

function own(name: string): string {
  return fileURLToPath(new URL(name, FOLDER));
}
