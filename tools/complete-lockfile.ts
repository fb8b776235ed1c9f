// Adds the optional packages of other platforms that `npm install` left out of package-lock.json. npm drops
// an optional package that its registry does not have at that moment, and `npm ci` then refuses the lockfile
// on every machine. Run it after `npm install`:  node tools/bootstrap.mjs tools/complete-lockfile.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

interface LockEntry {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export type LockPackages = Record<string, LockEntry>;

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const processors = ['arm', 'arm64', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32'];

/** The missing entries. They have no checksum, because the registry did not have the package. */
export function listMissingEntries(packages: LockPackages): LockPackages {
  const missing: LockPackages = {};
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (packages[`${path}/node_modules/${name}`] || packages[`node_modules/${name}`]) continue;
      if (!/^\d+\.\d+\.\d+/.test(version))
        throw new Error(`${name} of ${path} has no exact version: ${version}`);
      missing[`node_modules/${name}`] = {
        version,
        ...platformOf(name),
        ...(entry.dev ? { dev: true } : {}),
        optional: true,
      };
    }
  }
  return missing;
}

/** Such packages have their platform in their name; these members make npm skip them on other platforms. */
function platformOf(name: string): Pick<LockEntry, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[/-]/);
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  if (os.length !== 1 || cpu.length !== 1) throw new Error(`${name} does not name its platform.`);
  const isMusl = words.some((word) => word.startsWith('musl'));
  const isGlibc = words.some((word) => word.startsWith('gnu'));
  return { cpu, ...(isMusl ? { libc: ['musl'] } : isGlibc ? { libc: ['glibc'] } : {}), os };
}

function complete(path: string): void {
  const lockfile: { packages: LockPackages } = JSON.parse(readFileSync(path, 'utf8'));
  const missing = listMissingEntries(lockfile.packages);
  const sorted = Object.entries({ ...lockfile.packages, ...missing }).sort(([a], [b]) =>
    a.localeCompare(b, 'en'),
  );
  lockfile.packages = Object.fromEntries(sorted);
  if (Object.keys(missing).length > 0) writeFileSync(path, `${JSON.stringify(lockfile, null, 2)}\n`);
  console.log(`${Object.keys(missing).length} entries added`);
}

if (import.meta.main) complete(resolve(import.meta.dirname, '../package-lock.json'));
