import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { Duplex, Readable } from 'node:stream';

/** Commands of a page, which a reader runs one after the other, and the output that the page shows below. */
export interface Step {
  commands: string;
  shown: Shown | null;
}

export type Shown = { json: unknown } | { text: string };

export interface Page {
  steps: Step[];
  /** Programs that the page tells its reader to save, by the name in their first line. */
  files: Record<string, string>;
}

export interface Outcome {
  output: string;
  /** Calls that returned an error: `POST /ingest 400 {"message": …}`. */
  errors: string[];
}

export interface Reader {
  /** What stands in the place of what pages print, such as the address of the service. */
  replacements: Record<string, string>;
  /** Files that the reader has before the page begins. */
  files?: Record<string, string>;
  /** Does what the worker of the service does while a reader waits. */
  wait?: () => Promise<void>;
}

/** The shell asks the test to call the service, over one more pipe: a process for each call takes longer. */
const STAND_INS = `
  ask() { printf '%s\\0' "$@" >&3; printf '\\1' >&3; IFS= read -r response <&3; }
  curl() { ask curl "$@"; printf '%s\\n' "$response"; }
  sleep() { ask sleep; }
  next_step() { ask next; printf '\\036'; }
`;

/** `sh` blocks are steps; a block of JSON or text below one is the output that the page shows. */
export function readPage(markdown: string): Page {
  const page: Page = { steps: [], files: {} };
  for (const [, language, text = ''] of markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)) {
    const step = page.steps.at(-1);
    if (language === 'sh') page.steps.push({ commands: text, shown: null });
    else if (language === 'js') page.files[nameOf(text)] = text;
    else if (!step || step.shown) throw new Error(`nothing prints ${text}`);
    else step.shown = language === 'json' ? { json: JSON.parse(text) } : { text };
  }
  return page;
}

function nameOf(program: string): string {
  const name = /^\/\/ ([\w-]+\.mjs)\n/.exec(program)?.[1];
  if (!name) throw new Error(`the first line does not name the file: ${program}`);
  return name;
}

/** Runs the steps in one shell, in a folder that ends with it. A step that fails is the last. */
export async function runPage(page: Page, reader: Reader): Promise<Outcome[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tallymark-page-'));
  const adapt = (text: string) =>
    Object.entries(reader.replacements).reduce((all, [from, to]) => all.replaceAll(from, to), text);
  for (const [name, text] of Object.entries({ ...page.files, ...reader.files }))
    await writeNew(join(folder, name), adapt(text));
  const commands = page.steps.map(({ commands }) => `${commands}\nnext_step\n`).join('');
  try {
    return await runScript(STAND_INS + adapt(commands), folder, reader);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function runScript(script: string, folder: string, reader: Reader): Promise<Outcome[]> {
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const shell = spawn('sh', ['-eu', '-c', script], {
    cwd: folder,
    detached: true, // a group of its own, which ends with it
    env: { ...process.env, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const errors: string[][] = [[]];
  const seen = { output: '', faults: '' };
  const [, stdout, stderr, questions] = shell.stdio as unknown as [null, Readable, Readable, Duplex];
  stdout.setEncoding('utf8').on('data', (text: string) => {
    seen.output += text;
  });
  stderr.setEncoding('utf8').on('data', (text: string) => {
    seen.faults += text;
  });
  respond(questions, reader, errors);
  shell.once('exit', () => endGroup(shell.pid));
  await new Promise((resolve) => shell.once('close', resolve));
  if (seen.faults) throw new Error([...errors.flat(), seen.faults, seen.output.slice(-1000)].join('\n'));
  const outputs = seen.output.split('\x1e').slice(0, -1);
  return outputs.map((output, index) => ({ output, errors: errors[index] ?? [] }));
}

/** Programs that the page started and a failed step has left. */
function endGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, 'SIGKILL');
  } catch {
    // Nothing was left.
  }
}

/** Answers what the shell asks for, one line for each question. */
function respond(pipe: Duplex, reader: Reader, errors: string[][]): void {
  let asked = '';
  pipe.setEncoding('utf8').on('data', async (text: string) => {
    asked += text;
    if (!asked.endsWith('\x01')) return;
    const [command, ...words] = asked.split('\0').slice(0, -1);
    asked = '';
    if (command === 'next') errors.push([]);
    if (command === 'sleep') await reader.wait?.();
    pipe.write(`${command === 'curl' ? await call(words, errors) : ''}\n`);
  });
}

/** Does for the commands of a page what curl does; a fresh machine may not have it. */
async function call(words: string[], errors: string[][]): Promise<string> {
  const after = (flag: string) => words.flatMap((word, i) => (word === flag ? [words[i + 1] ?? ''] : []));
  const [url = ''] = words.filter((word) => word.startsWith('http'));
  const [method = 'GET'] = after('-X');
  const [body] = after('-d');
  const headers = Object.fromEntries(after('-H').map((header) => header.split(': ') as [string, string]));
  const response = await fetch(url, { method, headers, ...(body && { body }) });
  const text = await response.text();
  if (!response.ok) errors.at(-1)?.push(`${method} ${new URL(url).pathname} ${response.status} ${text}`);
  return text.replaceAll('\n', ' ');
}

/** What an output has of the members that a page shows; `…` in a shown text stands for anything. */
export function trimTo(shown: unknown, output: unknown): unknown {
  if (typeof shown === 'string' && typeof output === 'string' && shown.includes('…'))
    return fits(shown, output) ? shown : output;
  if (Array.isArray(shown) && Array.isArray(output))
    return output.map((each, index) => (index < shown.length ? trimTo(shown[index], each) : each));
  if (!isRecord(shown) || !isRecord(output)) return output;
  return Object.fromEntries(
    Object.entries(shown)
      .filter(([name]) => name in output)
      .map(([name, value]) => [name, trimTo(value, output[name])]),
  );
}

function fits(shown: string, output: string): boolean {
  const [begin = '', ...rest] = shown.split('…');
  const end = rest.at(-1) ?? '';
  return output.startsWith(begin) && output.endsWith(end) && rest.length === 1;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function writeNew(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
