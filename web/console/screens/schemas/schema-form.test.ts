import { expect, test } from 'vitest';
import type { EventSchema } from '../../../api/generated/types.ts';
import { editForm } from './schema-edit.ts';
import { inferSchema, schemaForm } from './schema-form.ts';

const say = Object.assign((key: string) => key, { count: (key: string) => key }) as never;

test.each([
  [
    '{"event":{"schemaName":"llm","attributes":[{"name":"tokens","value":"5"}],"dimensions":{"model":"a"}}}',
    { name: 'llm', attributes: ['tokens'], dimensions: ['model'] },
  ],
  [
    '{"id":"1","timestamp":"2030-01-01","ms":12.5,"size":"300","region":"eu","cached":true,"more":{"a":1}}',
    { name: '', attributes: ['ms', 'size'], dimensions: ['region', 'cached'] },
  ],
  ['[1]', null],
  ['{', null],
])('%s', (text, inferred) => expect(inferSchema(text)).toEqual(inferred));

test('a schema has a name and a field', () => {
  const form = schemaForm(say);
  expect(form.check(form.initial)).toEqual({ name: 'nameInvalid', attributes: 'fieldsMissing' });
  const fields = { name: ' llm ', sample: '', attributes: 'tokens, ms', dimensions: 'model model' };
  expect([form.check(fields), form.read(fields)]).toEqual([
    {},
    { name: 'llm', attributes: [{ name: 'tokens' }, { name: 'ms' }], dimensions: [{ name: 'model' }] },
  ]);
});

test('a schema that was active only gains fields, and its units stay', () => {
  const stored = {
    ...{ name: 'api', status: 'ACTIVE', attributes: [{ name: 'size', defaultUnit: 'GB' }] },
    dimensions: [{ name: 'region' }],
  } as unknown as EventSchema;
  const words = Object.assign((key: string) => key, { count: (key: string) => key }) as never;
  const form = editForm(stored, words);
  expect(form.check({ ...form.initial, attributes: 'calls' })).toEqual({ attributes: 'fieldRemoved' });
  expect(
    editForm({ ...stored, status: 'DRAFT' }, words).check({ ...form.initial, attributes: 'calls' }),
  ).toEqual({});
  const typed = { ...form.initial, attributes: 'size, calls' };
  expect(form.check(typed)).toEqual({});
  expect(form.read(typed).attributes).toEqual([{ name: 'size', defaultUnit: 'GB' }, { name: 'calls' }]);
});
