import { describe, expect, test } from 'vitest';
import type { GetMetricsResponse, UsageMeter } from '../../../api/generated/types.ts';
import { checkMeter, fieldsOf, NEW_METER, previewOf } from './meter-form.ts';
import { topAccounts } from './meter-metrics.ts';
import { changesOf, meteringOf, newMeterOf } from './meter-request.ts';

const say = Object.assign((key: string) => key, { count: (key: string) => key }) as never;
const says = { say, logic: say };
const fields = { ...NEW_METER, name: ' Calls ', schema: 'api', field: 'units' };

test.each([
  [{}, {}],
  [
    { name: '', schema: '' },
    { name: 'nameNeeded', schema: 'schemaNeeded' },
  ],
  [{ template: 'SUM', field: ' ' }, { field: 'fieldNeeded' }],
  [{ template: 'TOKENS', field: '' }, {}],
  [{ filters: [{ field: 'model', value: '' }] }, { 'filters.0.value': 'valueNeeded' }],
  [{ template: 'OWN' }, { computation: 'computationNeeded' }],
  [{ template: 'OWN', aggregation: 'COUNT' }, {}],
  [{ matcher: '{"nope":1}' }, { matcher: 'unknownOperator' }],
])('%j', (change, errors) => expect(checkMeter({ ...fields, ...change }, says)).toEqual(errors));

test.each([
  ['COUNT', 'COUNT', '1'],
  ['SUM', 'SUM', '{"var":"attributes.units"}'],
  ['UNIQUE', 'UNIQUE_COUNT', '{"var":"dimensions.units"}'],
  ['MAX', 'MAX', '{"var":"attributes.units"}'],
  ['TOKENS', 'SUM', '{"+":[{"var":"attributes.input_tokens"},{"var":"attributes.output_tokens"}]}'],
])('the template %s', (template, aggregation, computation) => {
  expect(newMeterOf({ ...fields, template, filters: [{ field: ' model ', value: 'a' }] })).toEqual({
    ...{ name: 'Calls', type: 'COUNTER', aggregation, eventSchemaName: 'api' },
    ...{ filters: [{ field: 'model', value: 'a' }], computations: [{ order: 1, computation }] },
  });
});

describe('a stored meter', () => {
  const meter = {
    ...{ name: 'tokens', displayName: 'Tokens', status: 'ACTIVE', aggregation: 'SUM', filters: [] },
    computations: [
      { order: 1, matcher: '{">":[{"var":"attributes.n"},0]}', computation: '{"var":"attributes.n"}' },
    ],
    eventSchema: { name: 'api' },
  } as unknown as UsageMeter;
  const initial = fieldsOf(meter);

  test('is sent without what has not changed, since an active one can only be renamed', () => {
    expect(changesOf(initial, initial)).toEqual({});
    expect(changesOf({ ...initial, name: 'All tokens' }, initial)).toEqual({ name: 'All tokens' });
    expect(changesOf({ ...initial, matcher: '' }, initial)).toEqual({
      ...{ aggregation: 'SUM', filters: [], eventSchemaName: 'api' },
      computations: [{ order: 1, computation: '{"var":"attributes.n"}' }],
    });
  });

  test('is tried as it is, and not with errors; a missing name is none', () => {
    expect(previewOf({ ...initial, name: '' }, says, meteringOf(initial))).toMatchObject({
      ...{ eventSchemaName: 'api', aggregation: 'SUM' },
    });
    expect(previewOf({ ...initial, matcher: '{' }, says, meteringOf(initial))).toBeNull();
  });
});

test('the accounts with the most usage come first, without those that have none', () => {
  const data = [
    ['a', '5'],
    ['b', '0'],
    ['c', '12.5'],
  ].map(([fieldValue = '', value = '']) => ({
    ...{ groupedBy: { fieldName: 'ACCOUNT_ID', fieldValue }, timestamps: [], metricValues: [value] },
  }));
  const results = {
    results: [{ id: 'accounts', name: 'METER_USAGE', data }],
  } as unknown as GetMetricsResponse;
  expect(topAccounts(results).map(({ accountId }) => accountId)).toEqual(['c', 'a']);
});
