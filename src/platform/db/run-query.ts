import pg from 'pg';

export interface Statement {
  text: string;
  values: unknown[];
  /** Of a statement that the server keeps. */
  name?: string;
  /** A server that has said nothing for so long is taken for gone; absent: what the connection says. */
  responseMs?: number;
}

/** How the driver says what a statement came to. */
export type Callback = (error: Error | undefined, result: pg.QueryResult) => void;

/** What a statement came to; rows by the names of their columns. */
export type Ran = Pick<pg.QueryResult, 'rows' | 'rowCount'>;

/** Runs a statement. What it sent and got is let go of when it is answered; `values` is empty then. */
export function runQuery(client: pg.ClientBase, statement: Statement): Promise<Ran> {
  const { text, values, name } = statement;
  // The driver copies what it gets as a whole, property by property.
  return settled(client, statement, (callback) =>
    Object.assign(new pg.Query(text, values, callback), { name }),
  );
}

/**
 * Has a client run a query of the driver, made with a callback. The driver assigns closures to properties of
 * its queries. V8 makes such closures among the old objects, whatever becomes of them: all that they refer to
 * would stay until the next whole collection, every parameter and every row.
 */
export async function settled(
  client: pg.ClientBase,
  { values, responseMs }: Statement,
  make: (callback: Callback) => object,
): Promise<Ran> {
  try {
    return await new Promise<Ran>((resolve, reject) => {
      // Taken out when it is answered: the callback is held for longer.
      const waiting = [{ resolve, reject }];
      const query = make((error, result) => {
        const asked = waiting.pop();
        values.length = 0;
        if (error) return asked?.reject(error);
        const { rows, rowCount } = result;
        result.rows = [];
        asked?.resolve({ rows, rowCount });
      }) as pg.Query;
      client.query(responseMs === undefined ? query : Object.assign(query, { query_timeout: responseMs }));
    });
  } catch (error) {
    // The driver's own stack ends where its socket is read, and does not say who asked.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

/** The server's farewell: the connection closes after it, and must not serve the next caller. */
export function isLastWord(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(?:FATAL|PANIC)$/.test(error.severity ?? '');
}
