import pg from 'pg';
import { currentSpan } from '../traces/spans.ts';
import { traceStatement } from '../traces/trace-statement.ts';

export interface Statement {
  text: string;
  values: unknown[];
  /** For a prepared statement. */
  name?: string;
  /**
   * Milliseconds without a response after which the server is considered dead; default: as the connection
   * sets.
   */
  responseMs?: number;
}

/** The driver's callback for the result of a statement. */
export type Callback = (error: Error | undefined, result: pg.QueryResult) => void;

/** The result of a statement; rows by column name. */
export type Ran = Pick<pg.QueryResult, 'rows' | 'rowCount'>;

/**
 * Runs a statement. References to its text and values are released when the response arrives; `values` is
 * empty then.
 */
export function runQuery(client: pg.ClientBase, statement: Statement): Promise<Ran> {
  const { text, values, name } = statement;
  // The driver copies its argument, property by property.
  return settled(client, statement, (callback) =>
    Object.assign(new pg.Query(text, values, callback), { name }),
  );
}

/**
 * Has a client run a driver query with a callback. The driver assigns closures to properties of its queries.
 * V8 allocates such closures in the old generation: everything that they refer to, every parameter and every
 * row, would stay until the next full collection.
 */
export function settled(
  client: pg.ClientBase,
  statement: Statement,
  make: (callback: Callback) => object,
): Promise<Ran> {
  if (!currentSpan()) return sent(client, statement, make);
  return traceStatement(statement.text, () => sent(client, statement, make));
}

async function sent(
  client: pg.ClientBase,
  { values, responseMs }: Statement,
  make: (callback: Callback) => object,
): Promise<Ran> {
  try {
    return await new Promise<Ran>((resolve, reject) => {
      // Removed when the response arrives: the callback lives longer.
      const waiting = [{ resolve, reject }];
      const query = make((error, result) => {
        const requested = waiting.pop();
        values.length = 0;
        if (error) return requested?.reject(error);
        const { rows, rowCount } = result;
        result.rows = [];
        requested?.resolve({ rows, rowCount });
      }) as pg.Query;
      client.query(responseMs === undefined ? query : Object.assign(query, { query_timeout: responseMs }));
    });
  } catch (error) {
    // The driver's stack ends at the socket read and does not show the caller.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

/** The server's final message: the connection closes after it, and must not serve the next caller. */
export function isLastWord(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(?:FATAL|PANIC)$/.test(error.severity ?? '');
}
