import { expect, it } from 'vitest';
import { groupWork } from './clock-work.ts';

const at = { firstDueAt: '2030-01-01T00:00:00Z' };

it('work is grouped by what a reader knows it as, and the rest comes last', () => {
  const work = [
    { kind: 'jobs.expire', count: 1, ...at },
    { kind: 'invoices.close_cycle', count: 600, ...at },
    { kind: 'alerts.check', count: 24, ...at },
    { kind: 'invoices.pdf', count: 2, ...at },
  ];
  expect(groupWork(work).map(({ kind, count }) => `${kind} ${count}`)).toEqual([
    'closeCycle 600',
    'checkAlert 24',
    'other 3',
  ]);
});
