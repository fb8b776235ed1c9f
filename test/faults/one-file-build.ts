import { symlink } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';

const HOME = resolve(import.meta.dirname, '../..');
export const SOURCE = join(HOME, 'src');
/** Of what else is imported, these two come in hundreds of files. */
const BUNDLED = /^(?:[./#]|kysely(?:\/|$)|typebox(?:\/|$))/;

/**
 * Builds the service in one file, and its worker threads in another, into a directory: the thousand files
 * that it lies in are half of the processor time of a start, and tests of faults start it dozens of times.
 * With other text in some of its files (paths below `src`).
 */
export async function buildService(
  home: string,
  changed: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  for (const name of ['node_modules', 'migrations', 'package.json'])
    await symlink(join(HOME, name), join(home, name));
  const used = new Set<string>();
  // Each by itself: the threads of the service load no more than what they do.
  for (const entry of ['main.ts', 'worker.ts']) {
    const bundle = await rolldown({
      input: join(SOURCE, entry),
      platform: 'node',
      external: (id) => !BUNDLED.test(id),
      plugins: [{ name: 'changed', load: (id) => changed.get(relative(SOURCE, id)) }],
    });
    const { output } = await bundle.write({
      codeSplitting: false,
      file: join(home, 'src', entry),
      format: 'esm',
    });
    await bundle.close();
    for (const file of output) if (file.type === 'chunk') for (const id of file.moduleIds) used.add(id);
  }
  for (const file of changed.keys())
    if (!used.has(join(SOURCE, file))) throw new Error(`${file} is no part of the service`);
}
