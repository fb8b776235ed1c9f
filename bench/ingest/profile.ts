import { mkdtempSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SHOWN = 25;
/** Frames that are not work of the program. */
const REST = new Set(['(root)', '(idle)', '(program)']);

let folder = '';

/** Made when it is first asked for; it stays, so that the profiles can be opened in a browser. */
export function profileFolder(): string {
  folder ||= mkdtempSync(join(tmpdir(), 'tallymark-profiles-'));
  return folder;
}

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
}

/** Prints, for each thread of each service that ran, the functions with the most time of their own. */
export async function printProfiles(): Promise<void> {
  for (const file of (await readdir(profileFolder())).sort()) {
    const profile = JSON.parse(await readFile(join(profileFolder(), file), 'utf8')) as Profile;
    const times = selfTimes(profile);
    const busyMs = [...times.values()].reduce((sum, ms) => sum + ms, 0);
    console.log(`\nprofile ${join(profileFolder(), file)}: ${(busyMs / 1000).toFixed(1)} s busy`);
    const largest = [...times].sort(([, a], [, b]) => b - a).slice(0, SHOWN);
    for (const [name, ms] of largest)
      console.log(
        `  ${((100 * ms) / busyMs).toFixed(1).padStart(5)} %  ${ms.toFixed(0).padStart(7)} ms  ${name}`,
      );
  }
}

function selfTimes({ nodes, samples, timeDeltas }: Profile): Map<string, number> {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const times = new Map<string, number>();
  for (const [i, id] of samples.entries()) {
    const name = names.get(id) ?? '';
    if (!REST.has(name)) times.set(name, (times.get(name) ?? 0) + (timeDeltas[i] ?? 0) / 1000);
  }
  return times;
}

function nameOf({ functionName, url, lineNumber }: Profile['nodes'][number]['callFrame']): string {
  if (!url) return functionName;
  const location = url.replace(/^file:\/\/.*?\/(src|node_modules)\//, '$1/');
  return `${functionName || '(anonymous)'}  ${location}:${lineNumber + 1}`;
}
