import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { useService } from '#test/running-app.ts';
import { cachedStatement, type Values } from './cached-statement.ts';

const service = useService();

function run<Row>(...statements: CompiledQuery<Row>[]): Promise<Row[][]> {
  return service.app.database.transaction({ orgId: null, access: 'read' }, async (tx) => {
    const results = await Promise.all(statements.map((statement) => tx.executeQuery(statement)));
    return results.map(({ rows }) => rows);
  });
}

describe('a cached statement', () => {
  it('runs with the values of each run, in whatever order the text has them', async () => {
    const subtract = cachedStatement<'less' | 'from', { result: number }>(
      ({ less, from }) => sql`select ${from}::int - ${less}::int - ${less}::int as result`,
    );
    const results = await run(
      subtract({ less: 1, from: 10 }),
      subtract({ less: 2, from: 30 }),
      subtract({ from: 7, less: 3 }),
    );
    expect(results).toEqual([[{ result: 8 }], [{ result: 26 }], [{ result: 1 }]]);
  });

  it('keeps runs at the same time apart', async () => {
    const say = cachedStatement<'it', { it: string }>(({ it }) => sql`select ${it}::text as it`);
    const words = Array.from({ length: 50 }, (_, word) => `word ${word}`);
    const said = await Promise.all(words.map((it) => run(say({ it }))));
    expect(said.flat(2).map(({ it }) => it)).toEqual(words);
  });

  it('is put together once for each length of its lists', async () => {
    const build = vi.fn(({ texts }: Values<'texts'>): RawBuilder<{ all: string }> => {
      const parts = (texts as unknown[]).map((text) => sql`${text}::text`);
      return sql`select concat_ws(' ', ${sql.join(parts)}) as all`;
    });
    const join = cachedStatement(build);
    const lists = [['a', 'b'], ['c'], ['d', 'e'], ['f', 'g', 'h']];
    const all = (await run(...lists.map((texts) => join({ texts })))).map(([row]) => row?.all);
    expect(all).toEqual(['a b', 'c', 'd e', 'f g h']);
    expect(build).toHaveBeenCalledTimes(3);
  });

  it('names the columns of its rows as every statement does', async () => {
    const columns = cachedStatement<'it', { itsName: string }>(
      ({ it }) => sql`select ${it}::text as its_name`,
    );
    expect(await run(columns({ it: 'x' }))).toEqual([[{ itsName: 'x' }]]);
  });

  it('is rejected with a constant value, which would be that of the first run for ever', async () => {
    const first = 1;
    const add = cachedStatement<'more', { sum: number }>(
      ({ more }) => sql`select ${first}::int + ${more}::int as sum`,
    );
    expect(() => add({ more: 2 })).toThrow(
      'a cached statement contains a constant value: select $1::int + $2::int as sum',
    );
  });
});
