import pg from 'pg';
import type { TxLock } from './advisory-locks.ts';
import { type Callback, type Ran, type Statement, settled } from './run-query.ts';
import { LOCKED } from './tx-settings.ts';

/** The organization of the statement, and the lock that it takes before it reads anything. */
export interface SingleScope {
  orgId: number;
  lock: TxLock;
  /** Short enough for the organization's next one to wait behind it (`SingleConnections`). */
  isShort?: boolean;
}

/** The part of the driver's connection that is used here; the driver declares no types for it. */
interface Connection {
  parsedStatements: Record<string, string>;
  /** By name: statements sent for preparation that the server has not confirmed. */
  submittedNamedStatements: Record<string, string>;
  parse(statement: { text: string; name: string }): void;
  bind(to: { portal: string; statement: string; values: string[] }): void;
  execute(what: { portal: string }): void;
}

/** What a driver query does to be sent, and on completion of a statement. */
interface Driven {
  /** Name of the statement that the driver marks as prepared when the server confirms. */
  name: string | undefined;
  text: string;
  prepare(connection: Connection): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
}

const DriverQuery = pg.Query as unknown as new (
  text: string,
  values: unknown[],
  callback: Callback,
) => Driven;

/** Enters a scope and returns no row, because none of its values is ever null. */
const ENTRANCES: Record<TxLock['mode'], Pick<Driven, 'name' | 'text'>> = {
  shared: { name: 'enter_shared', text: enteringWith('shared') },
  alone: { name: 'enter_alone', text: enteringWith('alone') },
};

function enteringWith(mode: TxLock['mode']): string {
  return `select where set_config('app.org_id', $1, true) is null or ${LOCKED[mode]}($2, $3)::text is null`;
}

/**
 * Runs one statement as a transaction of its own, within a scope. The statement that enters the scope
 * precedes it in the same message, and the end of the message is the commit: the response comes after it. If
 * either fails, nothing is done. For a statement that stores 28 events, separate `begin` and `commit` took
 * this process a sixth of its time: their code runs rarely and is not in the processor's cache.
 */
export function runSingle(client: pg.ClientBase, scope: SingleScope, statement: Statement): Promise<Ran> {
  return settled(client, statement, (callback) => new Entering(scope, statement, callback));
}

/** Whether the server has prepared both the scope's statement and the statement of this name. */
export function isKept(client: pg.ClientBase, { lock }: SingleScope, name: string | undefined): boolean {
  const { parsedStatements } = (client as unknown as { connection: Connection }).connection;
  const entrance = ENTRANCES[lock.mode].name ?? '';
  return name !== undefined && [entrance, name].every((each) => parsedStatements[each] !== undefined);
}

class Entering extends DriverQuery {
  readonly #entrance: Pick<Driven, 'name' | 'text'>;
  readonly #values: string[];
  /** The statement, until its turn comes. */
  #next: Pick<Driven, 'name' | 'text'> | null;

  constructor({ orgId, lock }: SingleScope, statement: Statement, callback: Callback) {
    super(statement.text, statement.values, callback);
    this.name = statement.name;
    this.#entrance = ENTRANCES[lock.mode];
    this.#values = [orgId, lock.lockClass, orgId].map((value) => String(Math.trunc(value)));
    this.#next = { name: this.name, text: this.text };
  }

  override prepare(connection: Connection): void {
    const { name = '', text } = this.#entrance;
    if (connection.parsedStatements[name] === undefined) connection.parse({ text, name });
    connection.bind({ portal: '', statement: name, values: this.#values });
    connection.execute({ portal: '' });
    // Ends with the one `sync`.
    super.prepare(connection);
    Object.assign(this, this.#entrance);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#next) this.#goOn();
    else super.handleCommandComplete(message, connection);
  }

  override handleError(error: Error, connection: Connection): void {
    // The server has not processed it.
    if (this.#next?.name) delete connection.submittedNamedStatements[this.#next.name];
    super.handleError(error, connection);
  }

  #goOn(): void {
    Object.assign(this, this.#next);
    this.#next = null;
  }
}
