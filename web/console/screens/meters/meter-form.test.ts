import { expect, test } from 'vitest';
import { meterForm, requestOf } from './meter-form.ts';

const say = Object.assign((key: string) => key, { count: (key: string) => key }) as never;
const form = meterForm(say);
const fields = { ...form.initial, name: ' Calls ', schema: 'api', field: 'units' };

test.each([
  [{}, {}],
  [
    { name: '', schema: '' },
    { name: 'nameNeeded', schema: 'schemaNeeded' },
  ],
  [{ template: 'SUM', field: ' ' }, { field: 'fieldNeeded' }],
  [{ template: 'TOKENS', field: '' }, {}],
  [{ filters: [{ field: 'model', value: '' }] }, { 'filters.0.value': 'valueNeeded' }],
])('%j', (change, errors) => expect(form.check({ ...fields, ...change })).toEqual(errors));

test.each([
  ['COUNT', 'COUNT', '1'],
  ['SUM', 'SUM', '{"var":"attributes.units"}'],
  ['UNIQUE', 'UNIQUE_COUNT', '{"var":"dimensions.units"}'],
  ['MAX', 'MAX', '{"var":"attributes.units"}'],
  ['TOKENS', 'SUM', '{"+":[{"var":"attributes.input_tokens"},{"var":"attributes.output_tokens"}]}'],
])('the template %s', (template, aggregation, computation) => {
  expect(requestOf({ ...fields, template, filters: [{ field: ' model ', value: 'a' }] })).toEqual({
    ...{ name: 'Calls', type: 'COUNTER', aggregation, eventSchemaName: 'api' },
    ...{ filters: [{ field: 'model', value: 'a' }], computations: [{ order: 1, computation }] },
  });
});
