import { expect, test } from 'vitest';
import { membersOf } from './invoice-group-view.ts';

test('members keep the order of the group, also those of which nothing is known', () => {
  const account = { id: 'b', name: 'B', customerId: 'c', invoiceCurrency: 'EUR' };
  expect(membersOf(['a', 'b'], [account])).toEqual([
    { id: 'a', account: undefined },
    { id: 'b', account },
  ]);
});
