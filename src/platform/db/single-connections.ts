import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import { connectTo, isSpoilt } from './pool.ts';
import type { Statement } from './run-query.ts';
import { isKept, type SingleScope } from './single-statement.ts';
import { runAlone, statementOf } from './transaction-on-client.ts';

/** Statements that are under way on one connection: while the server has one, the next is there already. */
const MOST_UNDER_WAY = 2;

/** A connection with statements of one organization on it, from the first that is sent to the last answer. */
interface Line {
  client: pg.PoolClient;
  underWay: number;
  /** Of some statement nobody knows how it ended: nobody follows, and the connection goes after the last. */
  isBroken: boolean;
}

/**
 * Runs statements that are transactions of their own. A brief one follows the one before it on the same
 * connection: its message is there when the server has done the other, so that nobody wakes the server, or
 * waits for a processor for it, and what it has in its caches is what it needs. Each message ends with its
 * own commit, and a refusal of one is none of the others.
 *
 * Only statements of one organization follow each other, because one may wait for a lock; and only those that
 * the server keeps, because a statement that it is told to keep by a message that fails is not kept.
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
    line.underWay++;
    try {
      return await runAlone(line.client, scope, { statement, queryId: query.queryId });
    } catch (error) {
      // What a server refuses it has undone; of everything else nobody knows how it ended.
      if (isSpoilt(error) || !(error instanceof pg.DatabaseError)) line.isBroken = true;
      throw error;
    } finally {
      line.underWay--;
      if (line.underWay === 0) this.#close(scope, line);
    }
  }

  #findLine(scope: SingleScope, { name }: Statement): Line | null {
    const line = scope.isBrief ? this.#lines.get(scope.orgId) : undefined;
    if (!line || line.isBroken || line.underWay === MOST_UNDER_WAY) return null;
    return isKept(line.client, scope, name) ? line : null;
  }

  /** Nobody follows one that takes long. */
  async #openLine({ orgId, isBrief }: SingleScope): Promise<Line> {
    const line: Line = { client: await connectTo(this.#pool), underWay: 0, isBroken: false };
    if (isBrief && !this.#lines.has(orgId)) this.#lines.set(orgId, line);
    return line;
  }

  #close({ orgId }: SingleScope, line: Line): void {
    if (this.#lines.get(orgId) === line) this.#lines.delete(orgId);
    line.client.release(line.isBroken);
  }
}
