import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type PoolMode = 'session' | 'transaction';

/** A proxy before PostgreSQL, as strict as PgBouncer about parameters at the start of a connection. */
export interface Pooler {
  url: string;
  stop(): Promise<void>;
}

const KNOWN = new Set([
  ...['user', 'database', 'client_encoding', 'application_name'],
  ...['datestyle', 'timezone', 'standard_conforming_strings'],
]);
const READY = 'Z'.charCodeAt(0);
const ENDS = 'X'.charCodeAt(0);
const IDLE = 'I'.charCodeAt(0);

/** Starts the proxy for a server whose URL names the directory of its socket. */
export async function startPooler(databaseUrl: string, mode: PoolMode): Promise<Pooler> {
  const url = new URL(databaseUrl.replace('@/', '@localhost/'));
  const socket = `${url.searchParams.get('host')}/.s.PGSQL.5432`;
  const pool: Pool = { mode, idle: [], servers: new Set(), open: () => connect(socket) };
  const clients = new Set<Socket>();
  const listener = createServer({ noDelay: true }, (client) => {
    clients.add(client);
    client.on('error', () => undefined);
    client.once('data', (start) => welcome(pool, client, start as Buffer));
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  url.searchParams.delete('host');
  url.searchParams.delete('port');
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    stop: async () => {
      for (const each of [...clients, ...pool.servers]) each.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
}

interface Pool {
  mode: PoolMode;
  /** Idle sessions, the most recently used one last. */
  idle: Socket[];
  servers: Set<Socket>;
  open(): Socket;
}

function welcome(pool: Pool, client: Socket, start: Buffer): void {
  const unknown = parametersOf(start).find((name) => !KNOWN.has(name.toLowerCase()));
  if (unknown !== undefined) {
    client.end(fatal(`unsupported startup parameter: ${unknown}`));
    return;
  }
  // The client's first session responds to its start message.
  const server = pool.open();
  pool.servers.add(server);
  server.on('error', () => undefined);
  server.write(start);
  serve(pool, client, server);
}

/** Forwards messages, each transaction to the most recently used idle session. */
function serve(pool: Pool, client: Socket, first: Socket): void {
  let server: Socket | null = null;
  const take = (session: Socket) => {
    server = session;
    session.removeAllListeners('data');
    session.on('data', (chunk) => {
      const bytes = chunk as Buffer;
      client.write(bytes);
      // Clients here wait for each response, so the end of a chunk is the end of a request.
      const isReady = bytes.at(-6) === READY && bytes.at(-1) === IDLE;
      if (!isReady || pool.mode === 'session' || server !== session) return;
      server = null;
      pool.idle.push(session);
    });
  };
  take(first);
  client.on('data', (chunk) => {
    const bytes = chunk as Buffer;
    if (bytes[0] === ENDS) return client.end();
    const session = server ?? pool.idle.pop();
    if (!session) throw new Error('every client has brought a session');
    if (session !== server) take(session);
    session.write(bytes);
  });
  client.once('close', () => {
    if (pool.mode === 'session') first.destroy();
  });
}

/** The names in a start message: its length, its protocol, then names and values. */
function parametersOf(start: Buffer): string[] {
  const texts = start.subarray(8).toString('utf8').split('\0');
  return texts.filter((text, index) => index % 2 === 0 && text !== '');
}

function fatal(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${message}\0\0`);
  const frame = Buffer.alloc(5 + fields.length);
  frame.write('E');
  frame.writeInt32BE(4 + fields.length, 1);
  fields.copy(frame, 5);
  return frame;
}
