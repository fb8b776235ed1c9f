// Keeps a filled database of this version for the tests of later ones:  node tools/keep-release.ts
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest } from 'vitest/node';
import { KEPT } from './kept-releases.ts';

const ROOT = join(import.meta.dirname, '..');
const TEST = `${KEPT}/every-table-is-kept.test.ts`;

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
const name = process.argv[2] ?? version;
const folder = join(ROOT, KEPT, name);
if (existsSync(folder)) throw new Error(`${KEPT}/${name} exists: a release is kept once.`);
/** Read by the test, in each process of the runner. */
process.env.KEEP_RELEASE_IN = folder;
const vitest = await createVitest({ run: true, watch: false });
await vitest.start([TEST]);
const hasPassed = vitest.state.getTestModules().every((each) => each.ok());
await vitest.close();
process.exitCode = hasPassed ? 0 : 1;
