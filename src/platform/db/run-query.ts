import pg from 'pg';

export interface Statement {
  text: string;
  values: unknown[];
  /** Of a statement that the server keeps. */
  name?: string;
  /** A server that has said nothing for so long is taken for gone; absent: what the connection says. */
  answerMs?: number;
}

/** What a statement came to; rows by the names of their columns. */
export type Ran = Pick<pg.QueryResult, 'rows' | 'rowCount'>;

/**
 * Runs a statement, and lets go of all that it sent and got when that is answered; `values` is empty then.
 * The driver assigns closures to properties of its queries. V8 makes such closures among the old objects,
 * whatever becomes of them: all that they refer to would stay until the next whole collection, every
 * parameter and every row.
 */
export async function runQuery(
  client: pg.ClientBase,
  { values, answerMs, ...statement }: Statement,
): Promise<Ran> {
  try {
    return await new Promise<Ran>((resolve, reject) => {
      // Taken out when it is answered: the callback is held for longer.
      const waiting = [{ resolve, reject }];
      const query = new pg.Query({ ...statement, values }, (error, result) => {
        const asked = waiting.pop();
        values.length = 0;
        if (error) return asked?.reject(error);
        const { rows, rowCount } = result;
        result.rows = [];
        asked?.resolve({ rows, rowCount });
      });
      client.query(answerMs === undefined ? query : Object.assign(query, { query_timeout: answerMs }));
    });
  } catch (error) {
    // The driver's own stack ends where its socket is read, and does not say who asked.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}
