// Builds the console into web/dist/console:  node web/build.ts
// Run by the first start after a change of web/ or openapi.json, and when an image is made.
import {
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { build } from 'vite';
import { fingerprint, stampConsole } from '../tools/bootstrap-console.mjs';
import { writeGenerated } from './api/generate.ts';

const here = import.meta.dirname;
const root = join(here, '..');
const target = join(here, 'dist/console');
/** The files of a build, for the next one: open tabs still ask for them after an upgrade. */
const LIST = 'files.json';
const COMPRESSIBLE = /\.(?:m?js|css|svg|json|ttf)$/;
const WORTHWHILE_BYTES = 1024;

// Whoever builds may run tests: React would be the slower one of developers.
process.env.NODE_ENV = 'production';
const sources = fingerprint(root);
writeGenerated();
const made = `${target}.${process.pid}`;
try {
  await build({ configFile: join(here, 'vite.config.ts'), logLevel: 'warn', build: { outDir: made } });
  const own = filesIn(made);
  await Promise.all(own.map((name) => compress(join(made, name))));
  keepFilesOfLastBuild(own);
  writeFileSync(join(made, LIST), JSON.stringify(own));
  mkdirSync(join(here, 'dist'), { recursive: true });
  // Whoever serves the old folder goes on with its open files.
  rmSync(`${target}.old`, { recursive: true, force: true });
  if (statSync(target, { throwIfNoEntry: false })) renameSync(target, `${target}.old`);
  renameSync(made, target);
  stampConsole(root, sources);
  // What a start left that was ended while it built.
  rmSync(`${target}.unbuilt`, { force: true });
} finally {
  for (const leftover of [made, `${target}.old`]) rmSync(leftover, { recursive: true, force: true });
}

function filesIn(folder: string): string[] {
  return globSync('**/*.*', { cwd: folder }).filter((name) => statSync(join(folder, name)).isFile());
}

async function compress(path: string): Promise<void> {
  const bytes = readFileSync(path);
  if (!COMPRESSIBLE.test(path) || bytes.length < WORTHWHILE_BYTES) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
}

function keepFilesOfLastBuild(own: readonly string[]): void {
  const list = readList();
  for (const name of list.filter((each) => each.startsWith('assets/') && !own.includes(each)))
    for (const file of [name, `${name}.br`])
      if (statSync(join(target, file), { throwIfNoEntry: false }))
        cpSync(join(target, file), join(made, file));
}

function readList(): string[] {
  try {
    return JSON.parse(readFileSync(join(target, LIST), 'utf8')) as string[];
  } catch {
    return [];
  }
}
