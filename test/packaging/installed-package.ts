import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');

/** A folder in which `npx tallymark` is the package that a release would publish. */
export interface Installed {
  folder: string;
  /** Runs the command to its end; throws unless it succeeds. */
  run(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<string>;
  /** Starts the service, and waits until `/ready` returns 200. */
  start(env: NodeJS.ProcessEnv): Promise<Started>;
}

interface Started {
  url: string;
  /** Sends SIGTERM to the command, and returns its exit status. */
  stop(): Promise<number | null>;
}

/**
 * Puts beside the package what `npm install` would, as links to the dependencies of this checkout: only those
 * that the shrinkwrap lists, so that the package cannot use anything else.
 */
export async function linkDependencies(folder: string, source: string): Promise<void> {
  const { packages } = JSON.parse(await readFile(join(source, 'npm-shrinkwrap.json'), 'utf8'));
  const names = Object.keys(packages).filter((path) => /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path));
  for (const path of names) await link(path, folder);
  await writeFile(join(folder, 'package.json'), '{"private": true}\n');
}

async function link(path: string, folder: string): Promise<void> {
  const target = join(folder, path);
  await mkdir(dirname(target), { recursive: true });
  if (!/^node_modules\/node-(?:bin-)?(?:linux|darwin)-/.test(path)) return symlink(join(ROOT, path), target);
  // This checkout has the program of its platform, under another name.
  await mkdir(join(target, 'bin'), { recursive: true });
  await symlink(process.execPath, join(target, 'bin/node'));
  await writeFile(join(target, 'package.json'), '{}\n');
}

/** `as` runs the command as another user; empty, as the one who runs the tests. */
export function installedPackage(folder: string, as: readonly string[] = []): Installed {
  const line = [...as, 'node', join(folder, 'node_modules/tallymark/tools/tallymark.mjs')];
  const [program = '', ...first] = line;
  return {
    folder,
    run: async (args, env) => {
      const options = { cwd: folder, env: { ...process.env, ...env } };
      const { stdout } = await promisify(execFile)(program, [...first, ...args], options);
      return stdout;
    },
    start: async (env) => {
      const child = spawn(program, [...first, 'start'], { cwd: folder, env: { ...process.env, ...env } });
      let seen = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (seen += bytes));
      const url = `http://127.0.0.1:${env.PORT}`;
      const ended = once(child, 'exit');
      await waitUntilReady(url, () => {
        if (child.exitCode !== null || child.signalCode !== null) throw new Error(`it ended:\n${seen}`);
      });
      return {
        url,
        stop: async () => {
          child.kill('SIGTERM');
          return (await ended)[0];
        },
      };
    },
  };
}

async function waitUntilReady(url: string, checkAlive: () => void): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    checkAlive();
    const response = await fetch(`${url}/ready`).catch(() => null);
    if (response?.status === 200) return;
    await sleep(100);
  }
  throw new Error('not ready within a minute');
}
