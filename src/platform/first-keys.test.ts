import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { announceKeys, keepKeys } from './first-keys.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

const KEYS = { organization: 'acme', apiKey: 'sk_live_one', sandboxApiKey: 'sk_test_two' };
const PATH = '/data/credentials.json';

describe('what is said of new keys', () => {
  const created = 'Created the organization acme.';
  const [live, test] = ['  production key: sk_live_one', '  sandbox key:    sk_test_two'];
  const once = `  These keys are shown only once; ${PATH} also contains them.`;
  it.each([
    // generated      terminal  lines
    [[true, true], true, [created, live, test, once]],
    [[true, false], true, [created, live, once]],
    [[false, true], true, [created, test, once]],
    [[false, false], true, [created]],
    [[true, true], false, [created, `  Its keys are in ${PATH}.`]],
    [[false, true], false, [created, `  Its keys are in ${PATH}.`]],
    [[false, false], false, [created]],
  ] as const)('generated %o, to a terminal %s', ([apiKey, sandboxApiKey], isTerminal, lines) => {
    const printed: string[] = [];
    const output = { isTerminal, print: (line: string) => void printed.push(line) };
    announceKeys(KEYS, { path: PATH, isGenerated: { apiKey, sandboxApiKey } }, output);
    expect(printed).toEqual(lines);
  });
});

it('keys are kept for their owner alone, in a folder that is made for them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tallymark-keys-'));
  folders.push(folder);
  const path = join(folder, 'data', 'credentials.json');
  await keepKeys(path, { ...KEYS, apiKey: 'sk_live_before' });
  await writeFile(`${path}.tmp`, 'of a process that was killed', { mode: 0o644 });
  await keepKeys(path, KEYS);
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(KEYS);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(join(folder, 'data'))).toEqual(['credentials.json']);
});
