import { NO_RATE_LIMITS } from '#test/no-rate-limits.ts';
import { type ServiceProcess, startProcess } from '../../tools/spawn-tallymark.ts';
import { builtService, COMPILE_CACHE } from './shared-build.ts';

/** What a caller gets; null when the connection broke before an answer, which says nothing about effects. */
export type Reply = { status: number; body: Record<string, never>; retryAfter: string | null } | null;

export type Headers = Readonly<Record<string, string>>;

export interface Caller {
  call(method: string, path: string, body?: unknown): Promise<Reply>;
  /** Sends these headers instead of the first API key. */
  as(headers: Headers): Pick<Caller, 'call'>;
  /** Throws unless the answer is a success. */
  must<T>(method: string, path: string, body?: unknown): Promise<T>;
}

/** A service as a process that can be killed and started again; called in its sandbox. */
export interface TallymarkProcess extends Caller {
  production: Caller;
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  pid(): number | undefined;
  /** What it shows Prometheus. */
  figures(): Promise<string>;
  /** Whether the process has ended, for whatever reason. */
  hasEnded(): boolean;
  output(): string;
}

export interface ProcessOptions {
  dataDir: string;
  /** Without one, the service starts its own in `dataDir`. */
  databaseUrl?: string;
  roles?: string;
  /** Settings that differ from the defaults. */
  settings?: Record<string, string>;
  /** Where it was built with a guarantee taken away, instead of the real one. */
  home?: string;
}

/** Of the first organization. */
export const KEYS = {
  BOOTSTRAP_SANDBOX_API_KEY: 'fault-sandbox-key-00001',
  BOOTSTRAP_API_KEY: 'fault-production-key-1',
};
/** Longer than the service takes for anything but a database that swallows what it is sent. */
const CALL_TIMEOUT_MS = 60_000;

export async function startTallymark(options: ProcessOptions): Promise<TallymarkProcess> {
  const { dataDir, databaseUrl = null, roles = null, home = await builtService() } = options;
  const settings = {
    ...{ ...KEYS, DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ROLES: roles },
    ...{ HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'fatal', ...NO_RATE_LIMITS },
    ...options.settings,
    ...COMPILE_CACHE,
  };
  const launch = () => startProcess(`${home}/src/main.ts`, settings);
  let running: ServiceProcess = await launch();
  const { BOOTSTRAP_SANDBOX_API_KEY: sandbox, BOOTSTRAP_API_KEY: production } = KEYS;
  return {
    ...caller(() => ({ url: `${running.url}/sandbox`, key: sandbox })),
    production: caller(() => ({ url: running.url, key: production })),
    start: async () => {
      running = await launch();
    },
    kill: () => running.kill(),
    stop: () => running.stop(),
    pid: () => running.child.pid,
    figures: async () => (await fetch(`${running.url}/metrics`)).text(),
    hasEnded: () => running.child.exitCode !== null || running.child.signalCode !== null,
    output: () => running.output(),
  };
}

interface Target {
  url: string;
  key: string;
}

interface Sent {
  url: string;
  credential: Headers;
}

/** The target is asked for at every call: a process that was started again has another address. */
function caller(target: () => Target): Caller {
  const callerWith = (headers: Headers | null): Pick<Caller, 'call'> => ({
    call: (method, path, body) => {
      const { url, key } = target();
      const credential = headers ?? { authorization: `Bearer ${key}` };
      return send({ url: url + path, credential }, method, body);
    },
  });
  const { call } = callerWith(null);
  return {
    call,
    as: callerWith,
    must: async <T>(method: string, path: string, body?: unknown) => {
      const reply = await call(method, path, body);
      const said = reply ? `${reply.status} ${JSON.stringify(reply.body)}` : 'no answer';
      if (!reply || reply.status >= 400) throw new Error(`${method} ${path}: ${said}`);
      return reply.body as T;
    },
  };
}

async function send({ url, credential }: Sent, method: string, body?: unknown): Promise<Reply> {
  const headers = { ...credential, 'content-type': 'application/json' };
  try {
    const response = await fetch(url, {
      ...{ method, headers, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const retryAfter = response.headers.get('retry-after');
    return { status: response.status, body: (await response.json()) as never, retryAfter };
  } catch {
    return null;
  }
}
