import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ThrowAway {
  url: string;
  sandboxKey: string;
  folder: string;
  stop(): Promise<void>;
}

/** Starts the service with a database of its own in a temporary folder; `stop` leaves nothing behind. */
export async function startThrowAway(organization: string): Promise<ThrowAway> {
  const folder = await mkdtemp(join(tmpdir(), 'tallymark-demo-'));
  const {
    DATABASE_URL: _unused,
    BOOTSTRAP_API_KEY: _a,
    BOOTSTRAP_SANDBOX_API_KEY: _b,
    ...environment
  } = process.env;
  const child = spawn(process.execPath, [new URL('../../src/main.ts', import.meta.url).pathname], {
    env: {
      ...environment,
      DATA_DIR: folder,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'error',
      ROLES: 'api,worker',
      WIRE_PREFIX: 'platform',
      BOOTSTRAP_ORGANIZATION: organization,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await addressOf(child);
  const credentials = JSON.parse(await readFile(join(folder, 'credentials.json'), 'utf8'));
  return {
    url,
    folder,
    sandboxKey: credentials.sandboxApiKey,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let seen = '';
    child.stdout?.on('data', (bytes: Buffer) => {
      seen += bytes.toString();
      const match = /ready at (http:\S+)/.exec(seen);
      if (match?.[1]) resolve(match[1]);
    });
    child.once('exit', (code) =>
      reject(new Error(`the service ended with ${code} before it was ready\n${seen}`)),
    );
  });
}
