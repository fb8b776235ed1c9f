import { describe, expect, test } from 'vitest';
import type { ScheduleEdit } from '../../../api/generated/types.ts';
import { moveEdits, ownPriceEdits, planPriceEdits, removeEdits } from './schedule-edits.ts';
import { assignForm, daysForm } from './schedule-form.ts';
import type { Stretch } from './schedule-view.ts';

const today = '2030-02-03';
const say = Object.assign((key: string) => key, { count: (key: string) => key });
const stretch = (first: string, until: string | null) =>
  ({
    first,
    until,
    phase: first <= today ? 'current' : 'future',
    schedule: { id: 's', pricePlanId: 'p' },
  }) as unknown as Stretch;

const shown = (edits: readonly ScheduleEdit[]) =>
  edits.map(({ mode, effectiveFrom, effectiveUntil, associationConfig }) =>
    [
      mode === 'ASSOCIATE' ? '+' : '-',
      effectiveFrom,
      effectiveUntil,
      ...Object.values(associationConfig ?? {}),
    ].join(' '),
  );

describe('other days of a schedule', () => {
  test.each<[[string, string | null], [string, string | null], string[]]>([
    // had                          gets                          edits
    [['2030-01-01', null], ['2030-01-01', null], []],
    [['2030-01-01', null], ['2030-01-01', '2030-03-01'], ['- 2030-03-01 9999-01-01']],
    [['2030-01-01', '2030-03-01'], ['2030-01-01', null], ['+ 2030-03-01 9999-01-01 s']],
    [
      ['2030-03-01', '2030-05-01'],
      ['2030-04-01', '2030-06-01'],
      ['+ 2030-04-01 2030-06-01 s', '- 2030-03-01 2030-04-01'],
    ],
    [
      ['2030-04-01', '2030-06-01'],
      ['2030-03-01', '2030-05-01'],
      ['+ 2030-03-01 2030-05-01 s', '- 2030-05-01 2030-06-01'],
    ],
    // Apart from each other: nothing between the two is touched.
    [
      ['2030-03-01', '2030-04-01'],
      ['2030-06-01', '2030-07-01'],
      ['+ 2030-06-01 2030-07-01 s', '- 2030-03-01 2030-04-01'],
    ],
    [
      ['2030-06-01', '2030-07-01'],
      ['2030-03-01', '2030-04-01'],
      ['+ 2030-03-01 2030-04-01 s', '- 2030-06-01 2030-07-01'],
    ],
  ])('from %j to %j', (had, [first, until], edits) =>
    expect(shown(moveEdits(stretch(...had), { first, until }))).toEqual(edits),
  );

  test('the last day is inclusive, and not before the first', () => {
    const form = daysForm(stretch('2030-03-01', '2030-04-01'), say);
    expect(form.initial).toEqual({ first: '2030-03-01', last: '2030-03-31' });
    expect(form.check({ first: '2030-03-02', last: '2030-03-01' })).toEqual({ last: 'lastBeforeFirst' });
    expect(shown(form.read({ first: '2030-03-01', last: '2030-03-15' }))).toEqual([
      '- 2030-03-16 2030-04-01',
    ]);
  });
});

test('a plan begins tomorrow if there is one today, else today, and keeps a cycle where one is', () => {
  const [with_, without] = [[stretch('2030-01-01', null)], []].map((planned) =>
    assignForm({ planned, today }, say),
  );
  expect([with_?.initial.first, without?.initial.first]).toEqual(['2030-02-04', '2030-02-03']);
  const fields = { planId: 'q', first: '2030-02-04', last: '', keepsCycle: true };
  expect(shown(with_?.read(fields) ?? [])).toEqual(['+ 2030-02-04 9999-01-01 q true']);
  expect(shown(without?.read(fields) ?? [])).toEqual(['+ 2030-02-04 9999-01-01 q']);
});

test('prices change to the end of the schedule, and what is left of it is removed', () => {
  const running = stretch('2030-01-01', '2030-03-01');
  expect(shown(ownPriceEdits(running, '2030-02-10'))).toEqual(['+ 2030-02-10 2030-03-01 s']);
  expect(shown(planPriceEdits(running, '2030-02-10'))).toEqual(['+ 2030-02-10 2030-03-01 p true']);
  expect(shown(removeEdits(running, today))).toEqual(['- 2030-02-04 2030-03-01']);
  expect(shown(removeEdits(stretch('2030-03-01', null), today))).toEqual(['- 2030-03-01 9999-01-01']);
});
