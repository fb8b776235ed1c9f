import {
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  Transaction,
} from 'kysely';
import type pg from 'pg';
import { ColumnNames } from './column-names.ts';
import { runQuery, type Statement } from './run-query.ts';
import { sendTogether } from './send-together.ts';
import { runSingle, type SingleScope } from './single-statement.ts';
import { statementName } from './statement-names.ts';
import type { Tables } from './tables.ts';
import { encodeParameter } from './values.ts';

const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};
const columnNames = new ColumnNames();
const config = { dialect, plugins: [columnNames] };

/** Builds statements without running them. */
export const builder = new Kysely<Tables>(config);

/** Kysely bound to one client whose transaction has begun; `responseMs`: see `Statement`. */
export function transactionOn(client: pg.ClientBase, responseMs?: number): Transaction<Tables> {
  const connection = new ClientConnection(client, responseMs);
  const provider: ConnectionProvider = { provideConnection: (consumer) => consumer(connection) };
  const executor = builder.getExecutor().withConnectionProvider(provider);
  return new Transaction<Tables>({ config, dialect, driver: new DummyDriver(), executor });
}

/** Runs a statement as a transaction of its own; rows in the usual form. */
export async function runAlone<Row>(
  client: pg.ClientBase,
  scope: SingleScope,
  { statement, queryId }: { statement: Statement; queryId: CompiledQuery['queryId'] },
): Promise<Row[]> {
  const { rows } = await sendTogether(client, () => runSingle(client, scope, statement));
  return (await columnNames.transformResult({ queryId, result: { rows } })).rows as Row[];
}

/** The statement to send; with a name for preparation, once it has occurred often enough. */
export function statementOf({ sql, parameters }: CompiledQuery): Statement {
  const name = statementName(sql);
  return { text: sql, values: parameters.map(encodeParameter), ...(name && { name }) };
}

class ClientConnection implements DatabaseConnection {
  readonly #client: pg.ClientBase;
  readonly #responseMs: number | undefined;

  constructor(client: pg.ClientBase, responseMs: number | undefined) {
    this.#client = client;
    this.#responseMs = responseMs;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const responseMs = this.#responseMs;
    const statement = { ...statementOf(query), ...(responseMs && { responseMs }) };
    const { rows, rowCount } = await sendTogether(this.#client, () => runQuery(this.#client, statement));
    return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) };
  }

  // biome-ignore lint/correctness/useYield: streaming is not offered inside a request's transaction
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is not available in a transaction');
  }
}
