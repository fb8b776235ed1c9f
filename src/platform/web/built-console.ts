import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface BuiltConsole {
  /** The page, with places for the nonce and for links to its files. */
  page: string;
  /** Paths below the folder of the files that may be sent. */
  files: ReadonlySet<string>;
}

/** `BUILDING`: another process builds it now; `MISSING`: nobody does, or the build failed. */
export type ConsoleState = BuiltConsole | 'BUILDING' | 'MISSING';

const POLL_MS = 200;
/** The page itself, the list of the build, and what is sent in place of the others. */
const NOT_SENT = /^(?:index\.html|files\.json|.*\.br)$/;

/**
 * Finds the console that `tools/bootstrap-console.mjs` builds while the service starts. Beside the folder is
 * a file with `BUILDING` until the build is complete, or with `FAILED` if there was an error, so that a
 * console of an older version is not served meanwhile.
 */
export function consoleFinder(folder: string) {
  let built: BuiltConsole | null = null;
  const find = (): ConsoleState => {
    if (built) return built;
    const notice = readOrNull(`${folder}.unbuilt`);
    if (notice !== null) return notice === 'BUILDING' ? 'BUILDING' : 'MISSING';
    if (!existsSync(join(folder, 'index.html'))) return 'MISSING';
    built = { page: readFileSync(join(folder, 'index.html'), 'utf8'), files: listFiles(folder) };
    return built;
  };
  return {
    find,
    /** Waits while it is being built, at most so long. */
    async wait(milliseconds: number, signal: AbortSignal): Promise<ConsoleState> {
      const until = performance.now() + milliseconds;
      let state = find();
      while (state === 'BUILDING' && performance.now() < until && !signal.aborted) {
        await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
        state = find();
      }
      return state;
    },
  };
}

function listFiles(folder: string): ReadonlySet<string> {
  const names = globSync('**/*.*', { cwd: folder });
  return new Set(names.filter((name) => !NOT_SENT.test(name) && statSync(join(folder, name)).isFile()));
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
