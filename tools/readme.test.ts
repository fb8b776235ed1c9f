import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listenOnce } from '#test/open-stream.ts';
import { readPage, runPage } from '#test/run-page.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

it('the commands of the README work as they are printed, and end as it says', async () => {
  const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8');
  const chapter = readme.slice(readme.indexOf('## Five minutes'), readme.indexOf('`npm run demo`'));
  const page = readPage(chapter);
  expect(page.steps).toHaveLength(4);
  const promised = page.steps.at(-1)?.shown;
  expect(promised).toEqual({ text: expect.stringContaining('11.87 USD\n') });

  const outcomes = await runPage(page, {
    replacements: { 'http://127.0.0.1:4000': `http://127.0.0.1:${await listenOnce(service.app.server)}` },
    // As the first start leaves it.
    files: { '.tallymark/credentials.json': JSON.stringify({ sandboxApiKey: service.sandbox.key }) },
  });
  expect(outcomes.flatMap(({ errors }) => errors)).toEqual([]);
  const printed = outcomes.at(-1)?.output ?? '';
  expect({ text: printed.slice(printed.lastIndexOf('\nusage: ') + 1) }).toEqual(promised);
}, 60_000);
