import { expect, test } from 'vitest';
import { typesOf, webhookForm } from './webhook-form.ts';

const form = webhookForm(Object.assign((key: string) => key, { count: (key: string) => key }));

test.each([
  ['invoice.finalized, job.completed', ['invoice.finalized', 'job.completed']],
  ['  a  a\nb ', ['a', 'b']],
  [' , ', []],
])('%j are the types %j', (text, types) => expect(typesOf(text)).toEqual(types));

test('what is wrong is said at its field', () => {
  expect(form.check({ url: 'example.com', types: '', description: '' })).toEqual({
    url: 'urlInvalid',
    types: 'typesMissing',
  });
});

test('what is sent has no empty members', () => {
  const fields = { url: ' https://example.com/hook ', types: '*', description: ' ' };
  expect([form.check(fields), form.read(fields)]).toEqual([
    {},
    { url: 'https://example.com/hook', types: ['*'] },
  ]);
});
