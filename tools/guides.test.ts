import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { computeReviews } from '#test/draft-review-scenario.ts';
import { listenOnce } from '#test/open-stream.ts';
import { type Outcome, readPage, runPage, type Step, trimTo } from '#test/run-page.ts';
import { useService } from '#test/running-app.ts';
import { deliverAt, LOCAL_TARGETS, soon } from '#test/webhook-receiver.ts';

const FOLDER = join(import.meta.dirname, '../docs');
const START = 'guides/README.md';
const QUICKSTART = 'api/quickstart.md';
const read = (page: string): string => readFileSync(join(FOLDER, page), 'utf8');
const find = (pattern: string): string[] => globSync(pattern, { cwd: FOLDER }).sort();
const GUIDES = find('guides/*.md').filter((page) => page !== START);
const INTRODUCTIONS = find('api/*.md');

const service = useService(LOCAL_TARGETS);
let replacements: Record<string, string>;
let receiverPort: number;
beforeAll(async () => {
  receiverPort = await findFreePort();
  replacements = {
    'http://127.0.0.1:4000': `http://127.0.0.1:${await listenOnce(service.app.server)}`,
    '4010': String(receiverPort),
  };
});

it('there are guides, and their first page lists all of them', () => {
  expect(GUIDES).toContain('guides/late-events.md');
  expect(GUIDES.filter((page) => !read(START).includes(`](${basename(page)})`))).toEqual([]);
});

// Each has an organization of its own, as a reader's sandbox is emptied before each.
describe.each([...GUIDES, ...INTRODUCTIONS])('%s', (page) => {
  it('every command works, and prints what the page shows', async () => {
    const { sandbox, production } = await service.createOrganization(basename(page, '.md'));
    const credentials = { apiKey: production.key, sandboxApiKey: sandbox.key };
    const { steps, files } = readPage(read(page));
    const start = stepsBefore(page);
    const outcomes = await runPage(
      { steps: [...start, ...steps], files },
      {
        replacements,
        files: { '.tallymark/credentials.json': JSON.stringify(credentials) },
        wait: page.endsWith('/receiving-webhooks.md') ? deliver : () => computeReviews(service),
      },
    );
    const own = outcomes.slice(start.length);
    expect(own.map((outcome, index) => printed(outcome, steps[index]))).toEqual(steps.map(promised));
    expect(steps.filter(({ shown }) => shown).length).toBeGreaterThan(0);
  });
});

/** Guides begin with the commands of their first page; introductions, with those that set two variables. */
function stepsBefore(page: string): Step[] {
  if (page === QUICKSTART) return [];
  if (GUIDES.includes(page)) return readPage(read(START)).steps;
  return readPage(read(QUICKSTART)).steps.slice(0, 1);
}

/** As the worker does while a reader waits: delivers to the receiver, which takes a moment to start. */
async function deliver(): Promise<void> {
  while (!(await isListening(receiverPort))) await setTimeout(50);
  await deliverAt(service, soon());
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
  });
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** What a step printed, of what the page shows; and its errors, but for one that the page shows. */
function printed({ output, errors }: Outcome, step: Step | undefined): unknown {
  const shown = step?.shown;
  if (!shown) return { errors };
  if ('text' in shown) return { errors, text: output.slice(-shown.text.length) };
  const json = trimTo(shown.json, JSON.parse(output.trimEnd().split('\n').at(-1) ?? ''));
  return { errors: showsError(shown.json) ? errors.slice(0, -1) : errors, json };
}

function promised({ shown }: Step): unknown {
  return { errors: [], ...shown };
}

/** Bodies of errors have this member and no other. */
function showsError(json: unknown): boolean {
  return typeof json === 'object' && json !== null && Object.keys(json).join() === 'message';
}

test('what a page shows is compared in all its members', () => {
  const output = { id: 'inv.1', total: 3.74, lines: [{ steps: ['a = 1', 'b'] }, { steps: [] }] };
  expect(trimTo({ total: 3.74 }, output)).toEqual({ total: 3.74 });
  expect(trimTo({ total: 3.75 }, output)).not.toEqual({ total: 3.75 });
  expect(trimTo({ id: 'inv.…' }, output)).toEqual({ id: 'inv.…' });
  expect(trimTo({ id: 'pp.…' }, output)).not.toEqual({ id: 'pp.…' });
  expect(trimTo({ none: 1 }, output)).not.toEqual({ none: 1 });
  const [first] = output.lines;
  expect(trimTo({ lines: [first] }, output)).not.toEqual({ lines: [first] });
});
