import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { Duplex, Readable } from 'node:stream';

/** Commands of a page, which a reader runs in order, and the output shown below them. */
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
  /** Replacements for texts of the pages, such as the URL of the service. */
  replacements: Record<string, string>;
  /** Files that exist before the page begins. */
  files?: Record<string, string>;
  /** Runs the worker's due tasks while a reader waits. */
  wait?: () => Promise<void>;
}

/**
 * The shell asks the test to call the service through an additional pipe, because a process per call takes
 * longer.
 */
const STAND_INS = `
  ask() { printf '%s\\0' "$@" >&3; printf '\\1' >&3; IFS= read -r response <&3; }
  curl() { ask curl "$@"; printf '%s\\n' "$response"; }
  sleep() { ask sleep; }
  next_step() { ask next; printf '\\036'; }
`;

/** `sh` blocks are steps; a block of JSON or text after one is the output that the page shows. */
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

/** Runs the steps in one shell, in a temporary folder. Stops after a failed step. */
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
    detached: true, // a separate group, which ends with the shell
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

/** Ends programs that the page started and a failed step left running. */
function endGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
}

/** Answers the shell's requests, one line each. */
function respond(pipe: Duplex, reader: Reader, errors: string[][]): void {
  let requested = '';
  pipe.setEncoding('utf8').on('data', async (text: string) => {
    requested += text;
    if (!requested.endsWith('\x01')) return;
    const [command, ...words] = requested.split('\0').slice(0, -1);
    requested = '';
    if (command === 'next') errors.push([]);
    if (command === 'sleep') await reader.wait?.();
    pipe.write(`${command === 'curl' ? await call(words, errors) : ''}\n`);
  });
}

/** Replaces curl for the commands of a page; a fresh machine may not have it. */
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

/** Reduces an output to the members that a page shows; `…` in a shown text matches anything. */
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
