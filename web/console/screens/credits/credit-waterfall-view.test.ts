import { expect, test } from 'vitest';
import type { CreditTransaction } from '../../../api/generated/types.ts';
import { barsOf, stepsOf } from './credit-waterfall-view.ts';

const move = (id: string, transactionType: CreditTransaction['transactionType'], amount: string) =>
  ({ id, creditId: 'c', transactionType, amount, createdAt: '2030-01-01' }) as CreditTransaction;

const steps = stepsOf([
  move('1', 'CREDITED', '100.10'),
  move('2', 'DEBITED', '60.05'),
  move('3', 'CREDITED', '10'),
  move('4', 'EXPIRED', '50.05'),
]);

test('what came and went, with every digit, and what is left', () => {
  expect(steps.map(({ kind, amount, balance }) => `${kind} ${amount} = ${balance}`)).toEqual([
    'CREDITED 100.10 = 100.1',
    'DEBITED -60.05 = 40.05',
    'CREDITED 10 = 50.05',
    'EXPIRED -50.05 = 0',
    'LEFT 0 = 0',
  ]);
});

test('a bar spans the balances before and after its step', () => {
  const [granted, used, restored, expired, left] = barsOf(steps);
  expect([granted?.from, granted?.to]).toEqual([0, 1]);
  expect(used?.from).toBeCloseTo(0.4001, 4); // 40.05 / 100.10
  expect(used?.to).toBe(1);
  expect(restored?.from).toBeCloseTo(0.4001, 4);
  expect(restored?.to).toBeCloseTo(0.5, 4); // 50.05 / 100.10
  expect(expired?.from).toBe(0);
  expect([left?.from, left?.to]).toEqual([0, 0]);
});

test('of many steps the earlier ones are drawn as their sum', () => {
  const many = stepsOf([
    move('0', 'CREDITED', '100'),
    ...Array.from({ length: 20 }, (_, index) => move(String(index + 1), 'DEBITED', '1')),
  ]);
  expect(many).toHaveLength(16);
  expect(many[0]).toMatchObject({ kind: 'EARLIER', balance: '94' });
  expect(many.at(-1)).toMatchObject({ kind: 'LEFT', balance: '80' });
});
