import { relative, resolve } from 'node:path';
import { holdPort } from '#platform/http/hold-port.ts';

export const HOST = '127.0.0.1';
const FOLDER = '.tallymark/nimbus';
const PORT = 4000;
const MAX_PORT = 65_535;

export interface DemoSettings {
  /** Absolute path of the data directory. */
  folder: string;
  /** 0: one that the system chooses. */
  port: number;
  /** What the reader should know about the port; null if it is the usual one. */
  notice: string | null;
}

/** A reason not to start, in words for the terminal. */
export class DemoProblem extends Error {}

/**
 * Where the demo keeps its data and listens. A port that somebody has chosen is used or reported; without a
 * choice, any free port will do. Throws a `DemoProblem`.
 */
export async function readDemoSettings(env: NodeJS.ProcessEnv): Promise<DemoSettings> {
  const folder = resolve(env.DATA_DIR || FOLDER);
  if (env.PORT) {
    const port = readPort(env.PORT);
    if (port === 0 || (await isFree(port))) return { folder, port, notice: null };
    throw new DemoProblem(
      `Port ${port} of ${HOST} is in use by another program, so the demo was not started. ` +
        'Set PORT to a free port, or leave it out.',
    );
  }
  if (await isFree(PORT)) return { folder, port: PORT, notice: null };
  const notice = `Port ${PORT} is in use by another program; the demo takes a free one. Set PORT to choose.`;
  return { folder, port: 0, notice };
}

/** A path for the reader: relative if it is below the working directory. */
export function shownPath(path: string): string {
  const below = relative('', path);
  return below === '' || below.startsWith('..') ? path : below;
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= MAX_PORT) return port;
  throw new DemoProblem(`PORT must be a whole number from 0 to ${MAX_PORT}, and is "${text}".`);
}

function isFree(port: number): Promise<boolean> {
  return holdPort({ host: HOST, port }).then(
    (held) => held.release().then(() => true),
    () => false,
  );
}
