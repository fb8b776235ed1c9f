import { readFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { accessFiles } from './embedded-access.ts';
import { launch, type ServerChild, viewOfData } from './embedded-launch.ts';
import type { Placement } from './embedded-placement.ts';
import { clusterName } from './embedded-postmaster.ts';

export interface ServerProcess {
  stop(): Promise<void>;
  onExit(callback: (reason: string) => void): void;
}

export type StartOutcome =
  | { readonly kind: 'ready'; readonly server: ServerProcess }
  /** Another server, or remains of one, holds the directory. */
  | { readonly kind: 'locked'; readonly reason: string };

interface StartRequest {
  readonly placement: Placement;
  readonly socketDirectory: string;
  readonly port: number;
  readonly settings: Readonly<Record<string, string>>;
  readonly startsWithinMs?: number | undefined;
  readonly log: (message: string) => void;
}

const pollMs = 10;
const keptLogLines = 12;
/** Replaying the log of a large database after a power failure takes minutes, not more. */
const longestStartMs = 10 * 60_000;
const fastStopMs = 25_000;

/**
 * Starts the server and waits until it accepts connections. Throws with the server's own messages when it
 * cannot.
 */
export async function startServerProcess(request: StartRequest): Promise<StartOutcome> {
  const { placement, log } = request;
  const { cwd, name } = viewOfData(placement.account, placement.clusterPath);
  const args = serverArguments(request, name);
  const child = launch(placement.launcher, { program: join(placement.binDir, 'postgres'), args, cwd });
  const lines = keepLastLines(child, log);
  const ended = watchEnd(child, lines);
  const isReady = await waitUntilReady(child, placement.clusterPath, {
    ended,
    withinMs: request.startsWithinMs ?? longestStartMs,
  });
  if (isReady) return { kind: 'ready', server: superviseServer(child, ended) };
  const reason = await ended.reason;
  if (/lock file .* already exists|pre-existing shared memory block/.test(reason)) {
    // Children of a killed server release its memory within milliseconds of noticing.
    await sleep(200);
    return { kind: 'locked', reason };
  }
  throw new Error(`PostgreSQL did not start: ${reason}`);
}

function serverArguments({ socketDirectory, port, settings }: StartRequest, dataName: string): string[] {
  const all: Record<string, string> = {
    cluster_name: clusterName(process.pid),
    listen_addresses: '',
    unix_socket_directories: socketDirectory,
    // For its owner and root, like the folder that contains it.
    unix_socket_permissions: '0700',
    // The rules that this start wrote, whatever the configuration says.
    ...accessFiles(dataName),
    port: String(port),
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '',
    // The service reports its own failed statements; this log needs only messages about the server itself.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    // Lookups of event ids are spread over their whole index: it has to fit. Memory is allocated when used.
    shared_buffers: `${sharedMegabytes()}MB`,
    // Infrequent checkpoints write fewer full pages; a start after a crash replays at most this much.
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    ...settings,
  };
  return ['-D', dataName, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** An eighth of the machine's memory, within reason. */
function sharedMegabytes(): number {
  return Math.min(1024, Math.max(128, Math.floor(totalmem() / 8 / 2 ** 20)));
}

interface End {
  readonly reason: Promise<string>;
  isOver: boolean;
}

function watchEnd(child: ServerChild, lines: readonly string[]): End {
  const { promise, resolve } = Promise.withResolvers<string>();
  const end: End = { reason: promise, isOver: false };
  const finish = (how: string) => {
    end.isOver = true;
    resolve([how, ...lines].join('\n'));
  };
  child.once('error', (error) => finish(`the program could not be started (${error.message})`));
  // `close` comes after the last log line; `exit` may come before it.
  child.once('close', (code, signal) => finish(`the server ended (${signal ?? `status ${code}`})`));
  return end;
}

function keepLastLines(child: ServerChild, log: (message: string) => void): string[] {
  const lines: string[] = [];
  let rest = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n');
    rest = (parts.pop() ?? '').slice(-2000);
    for (const line of parts) {
      lines.push(line);
      if (lines.length > keptLogLines) lines.shift();
      if (isWorthPublishing(line)) log(`PostgreSQL: ${line}`);
    }
  });
  return lines;
}

/**
 * Messages about sessions that a stop ends, or that come before the server is ready again, are not reported.
 */
function isWorthPublishing(line: string): boolean {
  if (/terminating connection due to (administrator command|unexpected postmaster exit)/.test(line))
    return false;
  if (/the database system is (starting up|in recovery mode|not yet accepting connections)/.test(line))
    return false;
  return /^(FATAL|PANIC)|not properly shut down|redo done|was terminated by/.test(line);
}

/** Reads the server's state from its lock file; every early connection attempt would log an error. */
async function waitUntilReady(
  child: ServerChild,
  clusterPath: string,
  { ended: end, withinMs }: { ended: End; withinMs: number },
): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (!end.isOver && Date.now() < deadline) {
    const lines = (await readFile(join(clusterPath, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
    if (Number(lines[0]) === child.pid && lines[7]?.startsWith('ready')) return true;
    await sleep(pollMs);
  }
  if (!end.isOver) child.kill('SIGKILL');
  return false;
}

function superviseServer(child: ServerChild, end: End): ServerProcess {
  let stopping: Promise<void> | null = null;
  const killOnExit = () => child.kill('SIGINT');
  // A service that exits through process.exit cannot wait; the server then stops by itself.
  process.once('exit', killOnExit);
  void end.reason.then(() => process.off('exit', killOnExit));
  async function stopOnce(): Promise<void> {
    child.kill('SIGINT');
    const timer = setTimeout(() => child.kill('SIGQUIT'), fastStopMs);
    await end.reason;
    clearTimeout(timer);
  }
  return {
    stop() {
      stopping ??= stopOnce();
      return stopping;
    },
    onExit(callback) {
      void end.reason.then((reason) => {
        if (!stopping) callback(reason);
      });
    },
  };
}
