import cluster, { type Worker } from 'node:cluster';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MetricsSnapshot } from '../http/metrics.ts';
import type { Logger } from '../http/server.ts';
import { type Message, type PendingResponses, pendingResponses } from './messages.ts';

/** Processes that serve the API at one address; new connections are distributed round-robin. */
export interface ApiProcesses {
  address: string;
  /** Metrics of each process that responds in time. */
  readMetrics(): Promise<MetricsSnapshot[]>;
  /** Asks all processes to finish their work, and waits until they have ended. */
  stop(): Promise<void>;
}

export interface ApiProcessOptions {
  /** The program of each process. */
  entry: string;
  count: number;
  host: string;
  /** 0: any free port. */
  port: number;
  /** Added to the environment of this process. */
  settings: Record<string, string>;
  logger: Logger;
  /** The metrics of all processes, for the process that was scraped over HTTP. */
  printMetrics(): Promise<string>;
  /** A process that does not respond for so long is killed and replaced. */
  hungAfterMs?: number;
  /** How long each of them drains before it stops. */
  shutdownDelayMs?: number;
  /** A process that has not ended so long after that is killed. */
  endsWithinMs?: number;
}

/** Far more than the longest work between two turns of the event loop, even on a busy machine. */
const HUNG_AFTER_MS = 30_000;
const ASKED_EVERY_MS = 5_000;
/** The service gives itself 28 s in all, besides the delay. */
const ENDS_WITHIN_MS = 25_000;
/** Pauses before the restart of a process, longer while restarts fail. */
const PAUSES_MS = [100, 1_000, 5_000];

interface ApiProcess {
  worker: Worker;
  pending: PendingResponses<MetricsSnapshot[]>;
  alive: PendingResponses<true>;
}

/**
 * Starts the processes, and replaces one that ends unexpectedly. Throws the process's own error if one cannot
 * start initially.
 */
export async function startApiProcesses(options: ApiProcessOptions): Promise<ApiProcesses> {
  cluster.setupPrimary({ exec: options.entry, execArgv: process.execArgv });
  const running = new Set<ApiProcess>();
  // All processes get the same port: with port 0, a restarted one would choose another.
  const port = options.port === 0 ? await findFreePort(options.host) : options.port;
  const settings = { ...options.settings, PORT: String(port) };
  let isStopping = false;
  const start = async () => {
    const started = forkOne({ ...options, settings }, running);
    const address = await started.isListening;
    started.worker.once('exit', (code, signal) => void replace(signal ?? String(code)));
    return address;
  };
  const replace = async (end: string) => {
    for (let tries = 0; !isStopping; tries++) {
      options.logger.error({ end }, 'an API process exited and is being restarted');
      await sleep(PAUSES_MS[tries] ?? PAUSES_MS.at(-1), undefined, { ref: false });
      if (isStopping) return;
      const hasStarted = await start().then(
        () => true,
        () => false,
      );
      if (hasStarted) return;
    }
  };
  const stop = async () => {
    isStopping = true;
    const { shutdownDelayMs = 0, endsWithinMs = ENDS_WITHIN_MS } = options;
    const withinMs = shutdownDelayMs + endsWithinMs;
    await Promise.all([...running].map(({ worker }) => end(worker, withinMs)));
  };
  try {
    // The first one alone, so that a problem with the address is reported once.
    const address = await start();
    await Promise.all(Array.from({ length: options.count - 1 }, start));
    return { address, stop, readMetrics: () => readMetrics(running) };
  } catch (error) {
    await stop();
    throw error;
  }
}

function forkOne(options: ApiProcessOptions, running: Set<ApiProcess>) {
  const { settings, printMetrics, logger, hungAfterMs = HUNG_AFTER_MS } = options;
  const worker = cluster.fork({ ...settings, API_PROCESSES: '1', ROLES: 'api' });
  const alive = pendingResponses<true>(hungAfterMs);
  const started: ApiProcess = { worker, pending: pendingResponses(), alive };
  running.add(started);
  closeWhatItDoesNotTake(worker);
  worker.on('error', (error) => logger.warn({ err: error }, 'an API process cannot be reached'));
  const isListening = new Promise<string>((resolve, reject) => {
    let why = '';
    worker.on('message', (message: Message) => {
      if (message.kind === 'listening') resolve(message.address);
      if (message.kind === 'failed') why = message.why;
      if (message.kind === 'alive') alive.resolve(message.id, true);
      if (message.kind === 'metrics') started.pending.resolve(message.id, message.snapshots);
      if (message.kind === 'all metrics?')
        void printMetrics().then((text) => send(worker, { kind: 'all metrics', id: message.id, text }));
    });
    worker.once('exit', (code, signal) => {
      running.delete(started);
      reject(new Error(why || `an API process exited with ${signal ?? code} before it was ready`));
    });
  });
  void isListening.then(
    () => killIfHung(started, { ...options, hungAfterMs }),
    () => undefined,
  );
  return { worker, isListening };
}

/** Asks the process again and again; one that hangs is killed, and then replaced like one that crashed. */
async function killIfHung(
  { worker, alive }: ApiProcess,
  { hungAfterMs, logger }: { hungAfterMs: number; logger: Logger },
): Promise<void> {
  while (worker.isConnected()) {
    const response = await alive.request((id) => send(worker, { kind: 'alive?', id }));
    if (response === null && !worker.isDead()) {
      const { pid } = worker.process;
      logger.error({ pid, ms: hungAfterMs }, 'an API process does not respond any more and is being killed');
      worker.process.kill('SIGKILL');
      return;
    }
    await sleep(Math.min(ASKED_EVERY_MS, hungAfterMs), undefined, { ref: false });
  }
}

/** As `node:cluster` sends it to a process, and closes it on acceptance. */
interface Connection {
  close(): void;
}

/**
 * A connection in transit to a process that is killed would stay open, and its caller would wait for ever
 * (seen with Node 26). When it is closed, the caller reconnects, to another process.
 */
function closeWhatItDoesNotTake({ process: child }: Worker): void {
  const inProgress = new Set<Connection>();
  const send = child.send.bind(child) as (message: unknown, handle?: unknown, ...rest: unknown[]) => boolean;
  child.send = (message: unknown, handle?: unknown, ...rest: unknown[]) => {
    if (isConnection(handle)) {
      inProgress.add(handle);
      const close = handle.close.bind(handle);
      handle.close = () => {
        inProgress.delete(handle);
        close();
      };
    }
    return send(message, handle, ...rest);
  };
  child.once('exit', () => {
    for (const connection of [...inProgress]) connection.close();
  });
}

function isConnection(handle: unknown): handle is Connection {
  return typeof handle === 'object' && handle !== null && 'close' in handle && 'readStart' in handle;
}

function findFreePort(host: string): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

async function readMetrics(running: Set<ApiProcess>): Promise<MetricsSnapshot[]> {
  const all = [...running].map(({ worker, pending }) =>
    pending.request((id) => send(worker, { kind: 'metrics?', id })),
  );
  return (await Promise.all(all)).flatMap((snapshots) => snapshots ?? []);
}

async function end(worker: Worker, withinMs: number): Promise<void> {
  if (worker.isDead()) return;
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  send(worker, { kind: 'stop' });
  const late = setTimeout(() => worker.process.kill('SIGKILL'), withinMs);
  await ended;
  clearTimeout(late);
}

/** A process that has just ended receives nothing, and needs nothing. */
function send(worker: Worker, message: Message): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}
