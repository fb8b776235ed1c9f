import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listenOnce } from '#test/open-stream.ts';
import { readPage, runPage, trimTo } from '#test/run-page.ts';
import { useService } from '#test/running-app.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const PAGES = [
  ...[
    'going-to-production',
    'monitoring',
    'high-availability',
    'troubleshooting',
    'upgrades',
    'soc2-mapping',
    'releasing',
  ],
  ...['installing', 'containers', 'kubernetes'],
];
const CODE = globSync('{src,tools}/**/*.{ts,mjs}', { cwd: ROOT, exclude: ['**/*.test.ts'] })
  .map(read)
  .join('\n');
/** Code of several lines: messages are concatenated from strings. */
const MESSAGES = CODE.replaceAll(/['`] \+\n\s*['`]/g, '');

const service = useService();

async function readMetrics(): Promise<string> {
  return (await service.app.server.inject('/metrics')).body;
}

describe.each(PAGES)('%s', (page) => {
  const text = read(`docs/${page}.md`);

  it('names settings that exist', () => {
    const known = `${read('docs/settings.md')}\n${CODE}`;
    const names = [...text.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g)].map(
      ([, name = '']) => name,
    );
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('names commands that exist', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const names = [...text.matchAll(/npm run (?:--silent )?([a-z][\w-]*)/g)].map(([, name = '']) => name);
    expect(names.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('names metrics that exist', async () => {
    const names = [...text.matchAll(/\btallymark_[a-z_]+/g)].map(([name]) =>
      name.replace(/_(?:count|bucket|sum)$/, ''),
    );
    const known: string[] = (await readMetrics()).match(/(?<=^# TYPE )\w+/gm) ?? [];
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });
});

it('troubleshooting begins each row with a message of the code, or says where to look', () => {
  const rows = [...read('docs/troubleshooting.md').matchAll(/^\| (.+?) \| .+ \|$/gm)].map(
    ([, first = '']) => first,
  );
  const messages = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text));
  const sentences = messages.filter((text) => / /.test(text) && !/^(?:GET|npm|DATA_DIR)\b/.test(text));
  expect(sentences.length).toBeGreaterThan(30);
  const parts = sentences.flatMap((text) => text.split('…').map((part) => part.trim()));
  // What follows a value may be a full stop alone.
  expect(parts.filter((part) => part.length > 3 && !MESSAGES.includes(part))).toEqual([]);
});

it('the mapping of SOC 2 names operations that exist, and evidence for each row', () => {
  const text = read('docs/soc2-mapping.md');
  const operations = read('openapi.json');
  const rows = text.split('\n').filter((line) => line.startsWith('| CC'));
  const named = rows.flatMap((row) => [...row.matchAll(/`([a-z][A-Za-z]+)`/g)].map(([, name = '']) => name));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !operations.includes(`"operationId": "${name}"`))).toEqual([]);
  const isOthers = (row: string) => row.includes('| none |');
  expect(rows.filter((row) => !isOthers(row) && !/\]\([\w/.#-]+\)/.test(row))).toEqual([]);
});

describe.each(['going-to-production', 'monitoring', 'upgrades'])('the commands of %s', (page) => {
  it('print what the page shows', async () => {
    const steps = readPage(read(`docs/${page}.md`)).steps;
    const replacements = {
      'http://127.0.0.1:4000': `http://127.0.0.1:${await listenOnce(service.app.server)}`,
    };
    service.app.open();
    const outcomes = await runPage({ steps, files: {} }, { replacements });
    const shown = steps.map(({ shown }) => shown);
    expect(outcomes.map(({ output }, index) => printed(output, shown[index] ?? null))).toEqual(shown);
    expect(shown.length).toBeGreaterThan(0);
  });
});

function printed(output: string, shown: ReturnType<typeof readPage>['steps'][number]['shown']): unknown {
  if (!shown) return null;
  return 'json' in shown ? { json: trimTo(shown.json, JSON.parse(output)) } : { text: output };
}
