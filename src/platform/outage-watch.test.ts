import pg from 'pg';
import { expect, it } from 'vitest';
import { outageWatch } from './outage-watch.ts';

const refused = (port = 5432) =>
  Object.assign(new Error(`connect ECONNREFUSED 127.0.0.1:${port}`), { code: 'ECONNREFUSED' });
const shutDown = () =>
  Object.assign(new pg.DatabaseError('terminating connection', 0, 'error'), { code: '57P01' });

function watch() {
  const clock = { ms: 0 };
  const said: object[] = [];
  const outages = outageWatch(() => clock.ms);
  const end = () => outages.end({ info: (facts: object) => said.push(facts) } as never);
  return { clock, said, covers: outages.covers, end };
}

it('one line for each cause is written, until the database is back', () => {
  const { covers, said, end, clock } = watch();
  expect([shutDown(), refused(), refused(), shutDown(), refused(), refused(6432)].map(covers)).toEqual([
    ...[false, false, true, true, true],
    // Another address is another cause.
    false,
  ]);
  clock.ms = 4_250;
  end();
  end();
  expect(said).toEqual([{ seconds: 4.3, leftOut: 3 }]);
  expect(covers(refused())).toBe(false);
});

it('a long outage is repeated every ten minutes', () => {
  const { covers, clock } = watch();
  const minutes = [0, 1, 9, 10, 11, 20];
  const seen = minutes.map((minute) => {
    clock.ms = minute * 60_000;
    return covers(refused());
  });
  expect(seen).toEqual([false, true, true, false, true, false]);
});

it.each([
  ['a fault', new Error('x is not a function')],
  ['a lost race', Object.assign(new pg.DatabaseError('deadlock', 0, 'error'), { code: '40P01' })],
  ['nothing', undefined],
])('%s is no outage', (_, error) => {
  const { covers, said, end } = watch();
  expect([covers(error), covers(error)]).toEqual([false, false]);
  end();
  expect(said).toEqual([]);
});
