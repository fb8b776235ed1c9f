import { expect, test } from 'vitest';
import { debtorOf, printInput, statementInput } from './statement-view.ts';

test.each([
  [{ account_id: 'acme', currency: 'USD' }, 'ACCOUNT acme'],
  [{ customer_id: 'c1', currency: 'USD' }, 'CUSTOMER c1'],
  [{ invoice_group_id: 'g1', currency: 'USD' }, 'INVOICE_GROUP g1'],
  [{ account_id: 'acme' }, null],
  [{ currency: 'USD' }, null],
])('%j is of %s', (search, expected) => {
  const debtor = debtorOf(search);
  expect(debtor && `${debtor.debtorType} ${debtor.debtorId}`).toBe(expected);
});

test('the last day of the address is part of the period', () => {
  const search = { account_id: 'acme', currency: 'USD', from: '2030-01-01', until: '2030-01-31' };
  const debtor = { debtorType: 'ACCOUNT', debtorId: 'acme' } as const;
  const days = { currency: 'USD', from: '2030-01-01', to: '2030-02-01' };
  expect(statementInput(debtor, search)).toEqual({ account_id: 'acme', ...days });
  expect(printInput(debtor, search)).toEqual({ body: { ...debtor, ...days } });
  expect(printInput(debtor, { ...search, language: 'de' }).body.language).toBe('de');
  expect(printInput(debtor, { ...search, language: 'xx' }).body).not.toHaveProperty('language');
});
