import { expect, it } from 'vitest';
import { looksOf } from './look.ts';

const looks = looksOf({ PAID: { tone: 'good' }, VOID: { tone: 'neutral', shape: 'struck' } });

it('has a word for each status', () => {
  expect(looks.look('VOID')).toEqual({ tone: 'neutral', shape: 'struck', word: 'status.VOID' });
  expect(looks.options((word) => word.toLowerCase())).toEqual([
    { value: 'PAID', text: 'status.paid' },
    { value: 'VOID', text: 'status.void' },
  ]);
});

it('words may have another prefix', () => {
  expect(looksOf({ OPEN: { tone: 'info' } }, 'state').look('OPEN').word).toBe('state.OPEN');
});

it('a status of a newer service is neutral', () => {
  expect(looks.look('NEW' as 'PAID')).toEqual({ tone: 'neutral', word: 'status.NEW' });
});
