import { expect, it } from 'vitest';
import { fileOf } from './journal-request.ts';

it('a file has the local days of the period', () => {
  const asked = fileOf({ from: '2030-03-01', to: '2030-04-01' }, { zone: 'Europe/Berlin', title: 'Journal' });
  // Berlin is one hour ahead in winter, and two from 31 March on.
  expect([asked.name, asked.startTime, asked.endTime]).toEqual([
    'Journal 2030-03-01 – 2030-03-31',
    '2030-02-28T23:00:00.000Z',
    '2030-03-31T22:00:00.000Z',
  ]);
});
