import pg from 'pg';

/** Which of several servers is wanted; values as in libpq. */
const TARGETS = ['any', 'read-write', 'primary', 'read-only', 'standby', 'prefer-standby'] as const;
type Target = (typeof TARGETS)[number];

export interface Server {
  host: string;
  port: number;
}

/** Several servers; connections go to one of them at a time. */
export interface Servers {
  /** The server chosen last, or else a newly chosen one. */
  current(): Promise<Server>;
  /** Checks all servers again. True when the choice has changed. */
  chooseAnew(): Promise<boolean>;
  /** The server did not accept a connection: the next connection chooses again. */
  forget(server: Server): void;
}

/** The configuration of every connection to the database. */
export interface Connection extends pg.ClientConfig {
  /** Absent: the server that the configuration names. */
  servers?: Servers;
}

/** No server matches `target_session_attrs`. */
export class NoSuitableServer extends Error {
  override readonly name = 'NoSuitableServer';
}

const PATIENCE_MS = 3_000;

/**
 * Parses a URL that may name several servers,
 * `postgresql://a:5432,b:5433/db?target_session_attrs=read-write`, or sockets, `…@/db?host=/run/a,/run/b`.
 * The driver supports neither. Throws a sentence about the error.
 */
export function connectionOf(databaseUrl: string): Connection {
  const { urls, target } = readUrls(databaseUrl);
  const connectionString = urls[0] ?? '';
  if (urls.length === 1 && target === 'any') return { connectionString };
  return { connectionString, servers: chooser(urls, target) };
}

function readUrls(databaseUrl: string): { urls: string[]; target: Target } {
  const [address = '', query = ''] = splitOnce(databaseUrl, '?');
  const settings = new URLSearchParams(query);
  const wanted = settings.get('target_session_attrs') ?? 'any';
  const target = TARGETS.find((candidate) => candidate === wanted);
  if (!target) throw new Error(`target_session_attrs must be one of ${TARGETS.join(', ')}`);
  settings.delete('target_session_attrs');
  const [, before = '', hosts = '', path = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/]*@)?)([^/]*)(.*)$/.exec(address) ?? [];
  const sockets = settings.get('host')?.split(',') ?? [];
  const ports = settings.get('port')?.split(',') ?? [];
  if (sockets.length > 1) {
    if (ports.length > 1 && ports.length !== sockets.length)
      throw new Error('port must name one port, or one for each host');
    const urls = sockets.map((host, index) => {
      settings.set('host', host);
      const port = ports[index] ?? ports[0];
      if (port) settings.set('port', port);
      return `${address}?${settings}`;
    });
    return { urls, target };
  }
  const rest = settings.size > 0 ? `?${settings}` : '';
  return { urls: hosts.split(',').map((host) => `${before}${host}${path}${rest}`), target };
}

function splitOnce(text: string, mark: string): string[] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function chooser(urls: readonly string[], target: Target): Servers {
  let chosen: Server | null = null;
  let choosing: Promise<Server> | null = null;
  const choose = () => {
    choosing ??= chooseServer(urls, target)
      .then((server) => {
        chosen = server;
        return server;
      })
      .finally(() => {
        choosing = null;
      });
    return choosing;
  };
  return {
    current: async () => chosen ?? choose(),
    chooseAnew: async () => {
      const before = chosen;
      return !isSame(before, await choose());
    },
    forget: (server) => {
      if (isSame(chosen, server)) chosen = null;
    },
  };
}

function isSame(one: Server | null, other: Server): boolean {
  return one?.host === other.host && one.port === other.port;
}

/** The first server that is wanted, else the first acceptable one. */
async function chooseServer(urls: readonly string[], target: Target): Promise<Server> {
  let second: Server | null = null;
  const reasons: string[] = [];
  for (const connectionString of urls) {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: PATIENCE_MS });
    const { host, port } = client;
    try {
      const facts = await readFacts(client);
      const rank = rankOf(target, facts);
      if (rank === 'wanted') return { host, port };
      if (rank === 'good enough') second ??= { host, port };
      reasons.push(`${host}:${port} is ${facts.isStandby ? 'a standby' : 'a primary'}`);
    } catch (error) {
      reasons.push(`${host}:${port} accepts no connection (${messageOf(error)})`);
    }
  }
  if (second) return second;
  throw new NoSuitableServer(
    `no server of DATABASE_URL satisfies target_session_attrs=${target}: ${reasons.join('; ')}`,
  );
}

interface ServerFacts {
  isStandby: boolean;
  isReadOnly: boolean;
}

async function readFacts(client: pg.Client): Promise<ServerFacts> {
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<ServerFacts>(
      `select pg_is_in_recovery() as "isStandby",
         current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
    );
    if (!rows[0]) throw new Error('no response');
    return rows[0];
  } finally {
    await client.end();
  }
}

/**
 * As in libpq, with one exception: while no server accepts writes, a primary switched to read-only is
 * acceptable for `read-write`, because it serves up-to-date reads.
 */
function rankOf(target: Target, { isStandby, isReadOnly }: ServerFacts): 'wanted' | 'good enough' | null {
  const wantedIf = (is: boolean) => (is ? 'wanted' : null);
  switch (target) {
    case 'any':
      return 'wanted';
    case 'read-write':
      if (isStandby) return null;
      return isReadOnly ? 'good enough' : 'wanted';
    case 'primary':
      return wantedIf(!isStandby);
    case 'read-only':
      return wantedIf(isReadOnly || isStandby);
    case 'standby':
      return wantedIf(isStandby);
    case 'prefer-standby':
      return isStandby ? 'wanted' : 'good enough';
    default:
      return target satisfies never;
  }
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map((each) => String(each.message)).join(', ');
  return error instanceof Error ? error.message : String(error);
}
