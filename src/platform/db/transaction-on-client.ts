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
import { runQuery } from './run-query.ts';
import { sendTogether } from './send-together.ts';
import { statementName } from './statement-names.ts';
import type { Tables } from './tables.ts';
import { encodeParameter } from './values.ts';

const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};
const config = { dialect, plugins: [new ColumnNames()] };
const builder = new Kysely<Tables>(config);

/** Kysely bound to one client whose transaction has begun; `answerMs`: see `Statement`. */
export function transactionOn(client: pg.ClientBase, answerMs?: number): Transaction<Tables> {
  const connection = new ClientConnection(client, answerMs);
  const provider: ConnectionProvider = { provideConnection: (consumer) => consumer(connection) };
  const executor = builder.getExecutor().withConnectionProvider(provider);
  return new Transaction<Tables>({ config, dialect, driver: new DummyDriver(), executor });
}

class ClientConnection implements DatabaseConnection {
  readonly #client: pg.ClientBase;
  readonly #answerMs: number | undefined;

  constructor(client: pg.ClientBase, answerMs: number | undefined) {
    this.#client = client;
    this.#answerMs = answerMs;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const name = statementName(query.sql);
    const values = query.parameters.map(encodeParameter);
    const answerMs = this.#answerMs;
    const statement = { text: query.sql, values, ...(name && { name }), ...(answerMs && { answerMs }) };
    const { rows, rowCount } = await sendTogether(this.#client, () => runQuery(this.#client, statement));
    return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) };
  }

  // biome-ignore lint/correctness/useYield: streaming is not offered inside a request's transaction
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is not available in a transaction');
  }
}
