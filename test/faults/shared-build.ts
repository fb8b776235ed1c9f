import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { buildService } from './one-file-build.ts';
import { type Sabotage, sabotage } from './sabotage.ts';
import { buildWithSteps } from './steps.ts';

/** A third of the time of a start, of which tests of faults have many. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(tmpdir(), 'tallymark-compile-cache') };

const STEP_NAMES = 'steps.json';
const built = new Map<string, Promise<string>>();

/** The service as it is, built once a run. */
export function builtService(): Promise<string> {
  return builtOnce('service', buildService);
}

/** Of the built service, for those who start it themselves. */
export async function builtEntry(): Promise<string> {
  return join(await builtService(), 'src/main.ts');
}

/** The service with its steps, built once a run, and their names. */
export async function steppedService(): Promise<{ home: string; steps: string[] }> {
  const home = await builtOnce('service-with-steps', async (own) => {
    await writeFile(join(own, STEP_NAMES), JSON.stringify(await buildWithSteps(own)));
  });
  return { home, steps: JSON.parse(await readFile(join(home, STEP_NAMES), 'utf8')) };
}

/** The service without a guarantee, built once a run. */
export function sabotagedService(name: Sabotage): Promise<string> {
  return builtOnce(`sabotaged-${name.replaceAll(' ', '-')}`, (home) => sabotage(home, name));
}

function builtOnce(name: string, build: (home: string) => Promise<unknown>): Promise<string> {
  const known = built.get(name) ?? buildOnce(name, build);
  built.set(name, known);
  return known;
}

/** Whoever needs it first makes it; of two that do so at the same moment, one throws its own away. */
async function buildOnce(name: string, build: (home: string) => Promise<unknown>): Promise<string> {
  const home = join(inject('testServer').folder, name);
  if (existsSync(home)) return home;
  const own = await mkdtemp(`${home}-`);
  await build(own);
  await rename(own, home).catch((error) => {
    if (!existsSync(home)) throw error;
  });
  return home;
}
