import { posix } from 'node:path';
import type { House } from './house.ts';
import { areaOf, type Complaint, type Finding, findingAt, type SourceFile } from './source.ts';

/** Allowed imports: `main → app → areas → platform → core`, and between areas only downwards. */

/** One import. `to` is its target path, or undefined for a package. */
type Arrow = { from: string; to: string | undefined; specifier: string; offset: number };
type Layer = 'main' | 'app' | 'worker' | 'config' | 'contents' | 'areas' | 'platform' | 'core';

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)(['"`])/g;
/** The program of the worker threads. */
const WORKER = 'src/worker.ts';
const STEP = /^(?:operations|jobs)\//;
const ALIASES: [prefix: string, path: string][] = [
  ['#core/', 'src/core/'],
  ['#platform/', 'src/platform/'],
  ['#areas/', 'src/areas/'],
];
const ARROWS: Record<Layer, Layer[]> = {
  main: ['app', 'config', 'platform', 'core'],
  app: ['config', 'contents', 'areas', 'platform', 'core'],
  worker: ['areas', 'platform', 'core'],
  config: ['platform', 'core'],
  contents: ['platform', 'core'],
  areas: ['areas', 'platform', 'core'],
  platform: ['platform', 'core'],
  core: ['core'],
};

export function checkArrows(files: SourceFile[], house: House): Finding[] {
  const own = files.filter(({ path, isTest }) => !isTest && /^(?:src|web)\//.test(path));
  return [
    ...checkLocations(own),
    ...checkTiers(own, house),
    ...own.flatMap((file) =>
      arrowsOf(file).flatMap((arrow) => {
        const complaint = judge(arrow, house);
        return complaint ? [findingAt(file, arrow.offset, complaint)] : [];
      }),
    ),
  ];
}

/** A file outside the layers would escape every import rule. */
function checkLocations(files: SourceFile[]): Finding[] {
  const homeless = files.filter(({ path }) => path.startsWith('src/') && !layerOf(path));
  const sentence =
    'src holds main.ts, app.ts, worker.ts, config.ts, contents.ts, core, platform and areas, nothing else';
  return homeless.map((file) => findingAt(file, 0, ['layer', sentence]));
}

/** The tier table must list every folder of `src/areas`. */
function checkTiers(files: SourceFile[], house: House): Finding[] {
  const areas = Map.groupBy(files, ({ path }) => areaOf(path)?.area ?? '');
  return [...areas].flatMap(([area, [file]]) => {
    if (!area || !file || tierOf(area, house) > 0) return [];
    return [findingAt(file, 0, ['tier', `the area ${area} is not in the tier table of tools/tidy.ts`])];
  });
}

function judge(arrow: Arrow, house: House): Complaint | undefined {
  const { from, to, specifier } = arrow;
  if (from.startsWith('web/'))
    return to?.startsWith('src/') ? ['layer', 'web may import the API document, not src'] : undefined;
  const source = layerOf(from);
  if (!source) return undefined;
  if (!to) return checkPackage(arrow, source, house);
  const target = layerOf(to);
  if (!target || !ARROWS[source].includes(target))
    return ['layer', `${source} must not import ${target ?? to}: main → app → areas → platform → core`];
  if (source !== target && !isComposition(source) && specifier.startsWith('.'))
    return ['layer', `import ${target} by its # alias, not by a relative path`];
  return target === 'areas' ? checkAreas(arrow, house) : undefined;
}

/** Imports of an area: from the composition root, from another area or from the same one. */
function checkAreas({ from, to = '', specifier }: Arrow, house: House): Complaint | undefined {
  const source = areaOf(from);
  const target = areaOf(to);
  if (!target) return ['front-door', `${to} belongs to no area`];
  const { area, rest } = target;
  if (from === WORKER && rest === 'heavy-work.ts') return undefined;
  if (from === WORKER) return ['front-door', `worker may import only heavy-work.ts of ${area}, not ${rest}`];
  if (!source && /^(?:area|index)\.ts$/.test(rest)) return undefined;
  if (!source) return ['front-door', `app may import only area.ts or index.ts of ${area}, not ${rest}`];
  if (source.area === area) return checkOwn(source.rest, rest, specifier);
  if (rest !== 'index.ts') return ['front-door', `other areas may import only #areas/${area}/index.ts`];
  return tierOf(area, house) < tierOf(source.area, house)
    ? undefined
    : ['tier', `${source.area} must not import ${area}, which is not in a lower tier`];
}

function checkOwn(from: string, to: string, specifier: string): Complaint | undefined {
  if (!specifier.startsWith('.')) return ['layer', 'an area must import its own files by relative path'];
  return STEP.test(from) && STEP.test(to)
    ? ['step', 'operations and jobs must not import each other: move shared code to a file of the area']
    : undefined;
}

function checkPackage({ from, specifier }: Arrow, layer: Layer, house: House): Complaint | undefined {
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  const isDecimalHome = from === 'src/core/decimal.ts';
  if (name === 'decimal.js')
    return isDecimalHome ? undefined : ['package', 'only src/core/decimal.ts may import decimal.js'];
  if (layer === 'core') return ['package', `core must not import ${name}, which is outside core`];
  if (layer !== 'areas' || name in house.areaPackages) return undefined;
  return ['package', `${name} is not in the list of packages for areas in tools/tidy.ts`];
}

function arrowsOf(file: SourceFile): Arrow[] {
  return [...file.code.matchAll(IMPORT)].map((match) => {
    const start = match.index + match[0].length;
    const end = file.code.indexOf(match[1] as string, start);
    const specifier = file.text.slice(start, end);
    return { from: file.path, to: resolve(file.path, specifier), specifier, offset: match.index };
  });
}

function resolve(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  if (/^#(?:app|config|contents)$/.test(specifier)) return `src/${specifier.slice(1)}.ts`;
  const alias = ALIASES.find(([prefix]) => specifier.startsWith(prefix));
  return alias ? alias[1] + specifier.slice(alias[0].length) : undefined;
}

function layerOf(path: string): Layer | undefined {
  return /^src\/(?:(main|app|worker|config|contents)\.ts$|(core|platform|areas)\/)/
    .exec(path)
    ?.slice(1)
    .find(Boolean) as Layer | undefined;
}

/** Composition files import the folders that they compose by relative path or alias. */
function isComposition(layer: Layer): boolean {
  return ['main', 'app', 'worker', 'config', 'contents'].includes(layer);
}

/** From 1; 0 for an area without a tier. */
function tierOf(area: string, house: House): number {
  return house.tiers.findIndex((tier) => tier.includes(area)) + 1;
}
