import { type ChildProcess, spawn } from 'node:child_process';
import { nodeOptions } from './node-options.mjs';

/** The service as a separate process, for the demo, benchmarks, and tests that kill it. */
export interface ServiceProcess {
  url: string;
  child: ChildProcess;
  /** Milliseconds from spawn to the ready line. */
  readyMs: number;
  /** All output so far. */
  output(): string;
  /** Sends SIGTERM, and waits for the exit. */
  stop(): Promise<void>;
  /** Sends SIGKILL, and waits for the exit: nothing is finished or cleaned up. */
  kill(): Promise<void>;
}

const ENTRY = new URL('../src/main.ts', import.meta.url).pathname;

/** Starts `src/main.ts` with exactly these settings on top of the environment; null removes a setting. */
export function startService(
  settings: Record<string, string | null>,
  entry = ENTRY,
): Promise<ServiceProcess> {
  return startProcess(entry, { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'error', ...settings });
}

/** Starts a program that prints a URL on a line with `ready`. */
export async function startProcess(
  entry: string,
  settings: Record<string, string | null>,
): Promise<ServiceProcess> {
  const env: NodeJS.ProcessEnv = { ...process.env };
  for (const [name, value] of Object.entries(settings)) {
    if (value === null) delete env[name];
    else env[name] = value;
  }
  const started = performance.now();
  const child = spawn(process.execPath, [...nodeOptions(entry), entry], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let seen = '';
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    const read = (bytes: Buffer) => {
      seen += bytes.toString();
      const match = /ready.*?(http:\/\/[\w.:[\]-]+\d)/i.exec(seen);
      if (match?.[1]) resolve(match[1]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code, signal) =>
      reject(new Error(`exited with ${code ?? signal} before it was ready:\n${seen.slice(-2000)}`)),
    );
  });
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
  };
  return {
    url,
    child,
    readyMs: performance.now() - started,
    output: () => seen,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}
