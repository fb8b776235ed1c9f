import { expect, test } from 'vitest';
import { operation } from './operation.ts';
import { snippet } from './snippet.ts';
import { problemOf, urlOf } from './transport.ts';

const list = operation<{ account_id: string; status?: string }, unknown>({
  ...{ id: 'list', area: 'invoices', method: 'GET', path: '/accounts/{account_id}/invoices', scope: null },
  query: ['status', 'nextToken'],
});

test.each([
  ['a path parameter is one segment', { account_id: 'a/b ?' }, '/accounts/a%2Fb%20%3F/invoices'],
  ['empty filters are left out', { account_id: 'a', status: '' }, '/accounts/a/invoices'],
  [
    'a filter keeps its commas',
    { account_id: 'a', status: 'DUE,PAID' },
    '/accounts/a/invoices?status=DUE%2CPAID',
  ],
])('%s', (_, values, url) => expect(urlOf(list, values)).toBe(url));

test('the snippet is the same call for a terminal, whatever an id holds', () => {
  const write = operation<{ body: object }, unknown>({
    ...{ id: 'w', area: 'invoices', method: 'POST', path: '/invoices', scope: null, hasBody: true },
  });
  expect(snippet(write, { body: { name: "O'Neill" } })).toBe(
    [
      'curl -X POST "$API/invoices" \\',
      '  -H "Authorization: Bearer $KEY" \\',
      "  -H 'Content-Type: application/json' \\",
      `  -d '{\n  "name": "O'\\''Neill"\n}'`,
    ].join('\n'),
  );
});

test('a problem has the message, the code and the id of the response', () => {
  const headers = { 'error-code': 'INVOICE_VOID', 'x-request-id': 'r1', 'retry-after': '7' };
  const problem = problemOf(
    new Response(null, { status: 409, headers }),
    '{"message":"the invoice is void"}',
  );
  expect({ ...problem, message: problem.message }).toMatchObject({
    ...{ message: 'the invoice is void', status: 409, code: 'INVOICE_VOID', requestId: 'r1', retryAfter: 7 },
  });
});
