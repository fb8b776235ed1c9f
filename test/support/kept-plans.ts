import type pg from 'pg';
import type { Tx } from '#platform/db/database.ts';
import { transactionOn } from '#platform/db/transaction-on-client.ts';

const TIMES = 20;

interface Statement {
  text: string;
  values: unknown[];
}

/**
 * Counts how often the server uses a cached plan in twenty executions of a named statement on one connection:
 * it always plans the first five. Whether the service names a statement depends on earlier statements, so
 * this captures the requested one and repeats it here.
 */
export async function countKeptPlans(client: pg.Client, send: (tx: Tx) => Promise<unknown>): Promise<number> {
  const { text, values } = await catchStatement(client, send);
  const name = `repeated-${text.length}`;
  for (let n = 0; n < TIMES; n++) await client.query({ name, text, values });
  const { rows } = await client.query(
    'select generic_plans::int as kept from pg_prepared_statements where name = $1',
    [name],
  );
  return rows[0].kept;
}

async function catchStatement(client: pg.Client, send: (tx: Tx) => Promise<unknown>): Promise<Statement> {
  const sent: Statement[] = [];
  const query = client.query.bind(client) as (requested: unknown) => unknown;
  const catching = new Proxy(client, {
    get: (target, key) => {
      if (key !== 'query') return Reflect.get(target, key);
      // Copies the values, which the client drops once the server has responded.
      return (requested: Statement) => {
        sent.push({ text: requested.text, values: [...requested.values] });
        return query(requested);
      };
    },
  });
  await send(transactionOn(catching));
  const [statement, ...more] = sent;
  if (!statement || more.length > 0) throw new Error(`one statement is expected, and not ${sent.length}`);
  return statement;
}
