import { describe, expect, it } from 'vitest';
import { notFoundKind, problemKind } from '../problem.ts';
import { errorCatalogue, templateOf } from './error-catalogue.ts';
import { operation } from './operation.ts';
import { Success } from './schemas.ts';

describe('the message of an error names its details in braces', () => {
  const kind = <A>(said: (details: A) => string) => problemKind<A>('X', 400, said);

  it.each([
    ['none', problemKind('X', 400, () => 'no name'), 'no name'],
    ['a text', notFoundKind('account'), 'account {id} not found'],
    ['one called as a method is', kind((d: { filter: string }) => `by ${d.filter}`), 'by {filter}'],
    ['a member', kind((d: { plan: { id: string } }) => `of ${d.plan.id}`), 'of {plan.id}'],
    ['a list', kind((d: { all: string[] }) => `${d.all.length}: ${d.all.join(', ')}`), '2: {all}'],
    ['what is made of a list', kind((d: { all: { a: string }[] }) => `${d.all.map(({ a }) => a)}`), '{all}'],
    ['each of a list', kind((d: { all: string[] }) => [...d.all].join()), '{all}'],
    ['a number', kind((d: { max: number }) => `at most ${d.max.toString()}`), 'at most {max}'],
    [
      'words that depend on details',
      problemKind('X', { status: 429, template: 'at most {rate}' }, (d: { on: boolean }) =>
        d.on ? 'a' : 'b',
      ),
      'at most {rate}',
    ],
  ])('%s', (_, problem, message) => {
    expect(templateOf(problem)).toBe(message);
  });
});

it('the catalogue has the errors of the operations and of the service, by their codes', () => {
  const getTree = operation({
    ...{ id: 'getTree', method: 'GET', route: '/tree', scope: null, summary: 'Get the tree' },
    response: { status: 200, body: Success },
    problems: [notFoundKind('tree')],
    handle: () => Promise.reject(new Error('never called')),
  });
  const catalogue = errorCatalogue([getTree]);
  expect(catalogue.TREE_NOT_FOUND).toEqual({ status: 404, message: 'tree {id} not found' });
  expect(catalogue.INTERNAL).toEqual({ status: 500, message: 'internal error, request {requestId}' });
  expect(Object.keys(catalogue)).toEqual(Object.keys(catalogue).sort());
});
