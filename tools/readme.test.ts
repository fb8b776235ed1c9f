import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { listenOnce } from '#test/open-stream.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

/** Does for the commands of the README what curl does; a fresh machine may not have it. */
const CURL = `
  const [method, url, , authorization, , contentType, , body] = process.argv.slice(2);
  const pair = (header) => header.split(': ');
  const headers = Object.fromEntries([pair(authorization), pair(contentType)]);
  const answer = await fetch(url, { method, headers, ...(body && { body }) });
  const text = await answer.text();
  if (!answer.ok) console.error(method + ' ' + url + ' ' + answer.status + ' ' + text);
  console.log(text);
`;

it('the commands of the README work as they are printed, and end as it says', async () => {
  const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8');
  const chapter = readme.slice(readme.indexOf('## Five minutes'), readme.indexOf('`npm run demo`'));
  const blocks = [...chapter.matchAll(/```(sh)?\n([\s\S]*?)```/g)];
  const commands = blocks.filter(([, language]) => language).map(([, , text = '']) => text);
  const promised = blocks.at(-1)?.[2];
  expect(commands).toHaveLength(4);
  expect(promised).toContain('11.87 USD\n');

  const address = `http://127.0.0.1:${await listenOnce(service.app.server)}`;
  const printed = await runIn(
    await makeFolder(),
    commands.join('\n').replace('http://127.0.0.1:4000', address),
  );
  expect(printed.errors).toBe('');
  expect(printed.output.endsWith(`\n${promised}`)).toBe(true);
}, 60_000);

/** A folder as the first start leaves it. */
async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tallymark-readme-'));
  await mkdir(join(folder, '.tallymark'));
  const credentials = { sandboxApiKey: service.sandbox.key };
  await writeFile(join(folder, '.tallymark/credentials.json'), JSON.stringify(credentials));
  await writeFile(join(folder, 'curl.mjs'), CURL);
  return folder;
}

/** The shell runs beside the service, which answers from this process. */
async function runIn(folder: string, commands: string): Promise<{ output: string; errors: string }> {
  const standIn = 'curl() { shift 4; node curl.mjs "$@"; }\n'; // without -sS -w, and without -X
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const shell = spawn('sh', ['-eu', '-c', standIn + commands], {
    cwd: folder,
    env: { ...process.env, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const seen = { output: '', errors: '' };
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    seen.output += text;
  });
  shell.stderr.setEncoding('utf8').on('data', (text: string) => {
    seen.errors += text;
  });
  await new Promise((resolve) => shell.once('close', resolve));
  await rm(folder, { recursive: true });
  return seen;
}
