import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { nodeOptions } from '../../tools/node-options.mjs';
import { builtEntry } from '../faults/shared-build.ts';

/** The program of util-linux; that of other systems takes other options. */
const SCRIPT = '/usr/bin/script';
const CTRL_C = '\u0003';

export interface OnTerminal {
  /** The first group of the first match in what was printed. */
  waitFor(pattern: RegExp): Promise<string>;
  /** Presses Ctrl-C; returns all that was printed. */
  stop(): Promise<string>;
}

/** Whether this machine can start a program on a pseudo-terminal. */
export function hasTerminals(): boolean {
  return process.platform === 'linux' && existsSync(SCRIPT);
}

/** Starts the built service on a pseudo-terminal of a machine without a screen; null removes a setting. */
export async function startOnTerminal(settings: Record<string, string | null>): Promise<OnTerminal> {
  const entry = await builtEntry();
  const command = [process.execPath, ...nodeOptions('src/main.ts'), entry].map(quoted).join(' ');
  const child = spawn(
    SCRIPT,
    ['--quiet', '--flush', '--return', '--command', `exec ${command}`, '/dev/null'],
    {
      env: environment({ HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'error', ...settings }),
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  let printed = '';
  let look: () => void = () => undefined;
  child.stdout.on('data', (bytes: Buffer) => {
    printed += bytes.toString();
    look();
  });
  const ended = new Promise<string>((resolve) => child.once('exit', () => resolve(printed)));
  return {
    waitFor: (pattern) =>
      new Promise((resolve, reject) => {
        look = () => {
          const found = pattern.exec(printed)?.[1];
          if (found !== undefined) resolve(found);
        };
        look();
        void ended.then(() => reject(new Error(`it ended without ${pattern}:\n${printed}`)));
      }),
    stop: () => {
      child.stdin.write(CTRL_C);
      return ended;
    },
  };
}

const OF_THE_MACHINE =
  /^(?:CI|BROWSER|DISPLAY|WAYLAND_DISPLAY|WSL_.*|SSH_.*|XDG_.*|.*DESKTOP.*|TERM_PROGRAM)$/;

function environment(settings: Record<string, string | null>): NodeJS.ProcessEnv {
  const env = Object.entries(process.env).filter(([name]) => !OF_THE_MACHINE.test(name));
  return { ...Object.fromEntries(env), ...withoutNulls(settings) };
}

function withoutNulls(settings: Record<string, string | null>): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, value ?? undefined]));
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
