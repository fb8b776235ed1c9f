import pg from 'pg';
import type { Connection, Servers } from './servers.ts';

type Connected = Parameters<pg.Client['connect']>[0];

/** A connection to the server chosen among several; with a single server, an ordinary connection. */
export class Client extends pg.Client {
  readonly #servers: Servers | undefined;

  constructor(connection: Connection = {}) {
    super(connection);
    this.#servers = connection.servers;
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.Client> | undefined {
    const servers = this.#servers;
    if (servers) return settle(this.#connectTo(servers), callback);
    if (!callback) return super.connect();
    super.connect(callback);
    return undefined;
  }

  async #connectTo(servers: Servers): Promise<pg.Client> {
    const server = await servers.current();
    // The properties that the driver reads when it connects.
    Object.assign(this, server);
    try {
      return await super.connect();
    } catch (error) {
      servers.forget(server);
      throw error;
    }
  }
}

/** Runs work on a connection that is closed afterwards. */
export async function withClient<T>(
  connection: Connection,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function settle(
  connecting: Promise<pg.Client>,
  callback: Connected | undefined,
): Promise<pg.Client> | undefined {
  if (!callback) return connecting;
  const done = callback as (error: Error | null, client?: pg.Client) => void;
  connecting.then((client) => done(null, client), done);
  return undefined;
}
