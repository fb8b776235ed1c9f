import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import { connectTo, isSpoilt } from './pool.ts';
import type { Statement } from './run-query.ts';
import { isKept, type SingleScope } from './single-statement.ts';
import { runAlone, statementOf } from './transaction-on-client.ts';

/** Statements in flight on one connection: while the server runs one, the next is already there. */
const MAX_CONCURRENT = 2;

/**
 * A connection with statements of one organization in flight, from the first one sent to the last response.
 */
interface Line {
  client: pg.PoolClient;
  inProgress: number;
  /**
   * The outcome of a statement is unknown: no further statement is sent, and the connection is closed after
   * the last response.
   */
  isBroken: boolean;
}

/**
 * Runs statements that are transactions of their own. A brief one follows the previous one on the same
 * connection: its message is there when the server has finished the other, which saves wake-ups and waits for
 * a processor, and uses warm caches. Each message ends with its own commit, so that an error of one does not
 * affect the others.
 * Only statements of one organization follow each other, because one may wait for a lock; and only prepared
 * ones, because a statement that is prepared by a failing message is not kept.
 */
export class SingleConnections {
  readonly #pool: pg.Pool;
  readonly #lines = new Map<number, Line>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async run<Row>(scope: SingleScope, query: CompiledQuery<Row>): Promise<Row[]> {
    const statement = statementOf(query);
    const line = this.#findLine(scope, statement) ?? (await this.#openLine(scope));
    line.inProgress++;
    try {
      return await runAlone(line.client, scope, { statement, queryId: query.queryId });
    } catch (error) {
      // The server has rolled back what it rejects; after any other error the outcome is unknown.
      if (isSpoilt(error) || !(error instanceof pg.DatabaseError)) line.isBroken = true;
      throw error;
    } finally {
      line.inProgress--;
      if (line.inProgress === 0) this.#close(scope, line);
    }
  }

  #findLine(scope: SingleScope, { name }: Statement): Line | null {
    const line = scope.isShort ? this.#lines.get(scope.orgId) : undefined;
    if (!line || line.isBroken || line.inProgress === MAX_CONCURRENT) return null;
    return isKept(line.client, scope, name) ? line : null;
  }

  /** No statement follows one that takes long. */
  async #openLine({ orgId, isShort }: SingleScope): Promise<Line> {
    const line: Line = { client: await connectTo(this.#pool), inProgress: 0, isBroken: false };
    if (isShort && !this.#lines.has(orgId)) this.#lines.set(orgId, line);
    return line;
  }

  #close({ orgId }: SingleScope, line: Line): void {
    if (this.#lines.get(orgId) === line) this.#lines.delete(orgId);
    line.client.release(line.isBroken);
  }
}
