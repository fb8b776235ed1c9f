import pg from 'pg';

export interface Statement {
  text: string;
  values: unknown[];
  /** Of a statement that the server keeps. */
  name?: string;
}

/** What a statement came to; rows by the names of their columns. */
export type Ran = Pick<pg.QueryResult, 'rows' | 'rowCount'>;

/**
 * Runs a statement, and lets go of all that it sent and got when that is answered. The driver assigns
 * closures to properties of its queries. V8 makes such closures among the old objects, whatever becomes of
 * them: all that they refer to would stay until the next whole collection, every parameter and every row.
 */
export function runQuery(client: pg.ClientBase, { values, ...statement }: Statement): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const waiting = [{ resolve, reject }];
    const callback = (error: Error | null | undefined, result: pg.QueryResult) => {
      const asked = waiting.pop();
      values.length = 0;
      if (error) return asked?.reject(withOwnStack(error));
      const { rows, rowCount } = result;
      result.rows = [];
      asked?.resolve({ rows, rowCount });
    };
    const query: pg.QueryConfig & { callback: typeof callback } = { ...statement, values, callback };
    client.query(new pg.Query(query));
  });
}

/** The stack of the driver's errors begins where its socket is read. */
function withOwnStack(error: Error): Error {
  Error.captureStackTrace(error);
  return error;
}
