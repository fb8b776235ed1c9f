import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildService, SOURCE } from './one-file-build.ts';

/**
 * The product names the steps of a finalization in comments of their own, `// step: a number is taken`. In a
 * build for tests each of them is a call that may be the last thing the process does; in the product it stays
 * a comment, so nothing can be switched on there by mistake, and nothing is asked on the way.
 */
const STEP = /^( *)\/\/ step: (.+)$/gm;

/** Read by such a build alone: the steps, as JSON, that it ends at by SIGKILL. */
const DEADLY = 'KILL_AT_STEPS';
const DEATH = 'killed at step: ';

const PRELUDE = `import { writeSync } from 'node:fs';
const deadly = new Set(JSON.parse(process.env.${DEADLY} ?? '[]'));
globalThis.reachStep = (step) => {
  if (!deadly.has(step)) return;
  writeSync(2, '${DEATH}' + step + '\\n');
  process.kill(process.pid, 'SIGKILL');
};
`;

/**
 * Builds the service with its steps, and with other text where it is `changed`; returns their names. The
 * prelude says what `reachStep` does.
 */
export async function buildWithSteps(
  home: string,
  changed: ReadonlyMap<string, string> = new Map(),
  prelude = PRELUDE,
): Promise<string[]> {
  const files = new Map(changed);
  const steps: string[] = [];
  for (const file of await readdir(SOURCE, { recursive: true })) {
    if (!file.endsWith('.ts')) continue;
    const text = files.get(file) ?? (await readFile(join(SOURCE, file), 'utf8'));
    const found = [...text.matchAll(STEP)].map(([, , step = '']) => step);
    if (found.length === 0) continue;
    steps.push(...found);
    files.set(
      file,
      text.replace(STEP, (_, indent, step) => `${indent}globalThis.reachStep('${step}');`),
    );
  }
  files.set('main.ts', prelude + (await readFile(join(SOURCE, 'main.ts'), 'utf8')));
  await buildService(home, files);
  if (new Set(steps).size < steps.length) throw new Error('two steps have one name');
  return steps;
}

export function deadlySteps(steps: ReadonlySet<string>): Record<string, string> {
  return { [DEADLY]: JSON.stringify([...steps]) };
}

/** The step that a process ended at, by what it printed. */
export function stepOfDeath(output: string): string | null {
  return new RegExp(`^${DEATH}(.+)$`, 'm').exec(output)?.[1] ?? null;
}
