import { expect, it } from 'vitest';
import { correctionForm, requestedBy } from './correction-form.ts';

const say = Object.assign((key: string) => key, { count: (key: string) => key }) as unknown as Parameters<
  typeof correctionForm
>[1];
const START = '2030-01-15T05:30:00.000Z';

it('an instant of the URL stays, unless another day is chosen', () => {
  const { initial, read } = correctionForm({ account_id: 'a1', from: START, until: '2030-02-01' }, say);
  expect([initial.from, initial.until]).toEqual(['2030-01-15', '2030-02-01']);
  const input = { action: 'REDO', account_id: 'a1', until: '2030-02-01T00:00:00Z' };
  expect(read(initial)).toEqual({ ...input, from: START });
  expect(read({ ...initial, from: '2030-01-16' })).toEqual({ ...input, from: '2030-01-16T00:00:00Z' });
  expect(read({ ...initial, from: '' })).toEqual(input);
});

it.each([
  // account, schema, status                       what is wrong
  [{ account_id: 'a1' }, {}],
  [{}, { account_id: 'accountNeeded' }],
  [{ schema_name: 'call' }, { account_id: 'accountNeeded' }],
  [{ schema_name: 'call', status: 'PROCESSED' }, { account_id: 'accountNeeded' }],
  [{ schema_name: 'call', status: 'UNMATCHED' }, {}],
  [{ account_id: 'a1', from: '2030-02-01', until: '2030-01-01' }, { from: 'order' }],
])('%j', (given, problems) => {
  const { initial, check } = correctionForm(given, say);
  expect(check(initial)).toEqual(problems);
});

it('a URL without an action or without an account asks for nothing', () => {
  expect(requestedBy({ account_id: 'a1' })).toBeNull();
  expect(requestedBy({ action: 'UNDO', schema_name: 'call' })).toBeNull();
  expect(requestedBy({ action: 'UNDO', account_id: 'a1' })).toEqual({ action: 'UNDO', account_id: 'a1' });
});
