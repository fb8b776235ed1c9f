import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

interface Chunk {
  file: string;
  src?: string;
  assets?: string[];
  imports?: string[];
  css?: string[];
}

const BUILT = join(import.meta.dirname, '../web/dist/console');
const MANIFEST = join(BUILT, '.vite/manifest.json');
/** In kB by gzip at its highest level. */
const MAX = { first: 184, chunk: 60, css: 20 };

/** Draws documents: loaded with its worker when somebody looks at one, and never before. */
const PDF_ENGINE = '../parts/pdf/pdf-engine.ts';
const MAX_PDF_ENGINE = { code: 140, worker: 400 };

const kilobytes = (file: string) => gzipSync(readFileSync(join(BUILT, file)), { level: 9 }).length / 1000;
const manifest = existsSync(MANIFEST)
  ? (JSON.parse(readFileSync(MANIFEST, 'utf8')) as Record<string, Chunk>)
  : null;

/** The files of chunks and of everything that they import at once. */
function filesOf(names: readonly string[], found = new Set<string>()): ReadonlySet<string> {
  for (const name of names) {
    const chunk = manifest?.[name];
    if (!chunk || found.has(chunk.file)) continue;
    found.add(chunk.file);
    filesOf(chunk.imports ?? [], found);
  }
  return found;
}

const sum = (files: ReadonlySet<string>) => [...files].reduce((all, file) => all + kilobytes(file), 0);
const screens = Object.keys(manifest ?? {}).filter((name) => /^screens\/.*\.tsx$/.test(name));

describe.skipIf(!manifest)('the built console', () => {
  it('is seen whole', () => expect(screens.length).toBeGreaterThan(20));

  it(`loads at most ${MAX.first} kB of code for its first page, whichever it is`, () => {
    const sizes = screens.map(
      (screen) => [screen, Math.round(sum(filesOf(['index.html', screen])))] as const,
    );
    expect(sizes.filter(([, size]) => size > MAX.first)).toEqual([]);
  });

  it(`has no part over ${MAX.chunk} kB that is loaded later, and at most ${MAX.css} kB of styles`, () => {
    const first = filesOf(['index.html']);
    const later = Object.values(manifest ?? {}).filter(
      ({ file, src }) => file.endsWith('.js') && !first.has(file) && src !== PDF_ENGINE,
    );
    expect(later.filter(({ file }) => kilobytes(file) > MAX.chunk)).toEqual([]);
    const styles = new Set(Object.values(manifest ?? {}).flatMap(({ css = [] }) => css));
    expect(sum(styles)).toBeLessThan(MAX.css);
  });

  it(`draws documents with at most ${MAX_PDF_ENGINE.code} kB, which no screen loads at once`, () => {
    const engine = manifest?.[PDF_ENGINE];
    const worker = engine?.assets?.find((file) => file.endsWith('.mjs')) ?? 'missing';
    expect(kilobytes(engine?.file ?? 'missing')).toBeLessThan(MAX_PDF_ENGINE.code);
    expect(kilobytes(worker)).toBeLessThan(MAX_PDF_ENGINE.worker);
    const eager = screens.filter((screen) => filesOf(['index.html', screen]).has(engine?.file ?? ''));
    expect(eager).toEqual([]);
  });
});
