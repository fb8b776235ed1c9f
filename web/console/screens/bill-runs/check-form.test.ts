import { expect, test } from 'vitest';
import type { Setting } from '../../../api/generated/types.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import { type CheckFields, checkForm, fieldsOf, settingsOf } from './check-form.ts';

const say = ((key: string) => key) as unknown as Translate<string>;
const empty = fieldsOf([]);
const stored = (value: object) =>
  [{ id: 'INVOICE_CHECKS', value: JSON.stringify(value) } as Setting] as const;
const checksOf = (fields: CheckFields) => JSON.parse(settingsOf(fields, 'acme')[0]?.value ?? '');

test('what is not changed stays the default', () => {
  expect(settingsOf(empty, 'acme')).toMatchObject([
    { id: 'INVOICE_CHECKS', value: '{}', entityType: 'ORGANIZATION', entityId: 'acme' },
    { id: 'BILL_RUN_REVIEW', value: 'OPTIONAL' },
  ]);
});

test('a setting is read, and written as it was', () => {
  const checks = {
    AMOUNT_UNUSUAL: { level: 'BLOCK', above: '3', below: '0.2', difference: '1000' },
    USAGE_GAP: { hours: '12', share: '0.95' },
    EVENTS_REJECTED: { percent: '0.5' },
    DETAILS_MISSING: { required: ['EMAIL'] },
    TAX_ID_MISSING: { level: 'OFF' },
  };
  const fields = fieldsOf(stored(checks));
  expect(fields).toMatchObject({ needsAddress: false, needsEmail: true, TAX_ID_MISSING: 'OFF' });
  expect(checksOf(fields)).toEqual(checks);
});

test.each([
  [{ above: 'much' }, { above: 'numberInvalid' }],
  [{ above: '-1' }, { above: 'numberInvalid' }],
  [{ hours: '0' }, { hours: 'hoursInvalid' }],
  [{ hours: '745' }, { hours: 'hoursInvalid' }],
  [{ hours: '744', share: '1', percent: '0' }, {}],
  [{ share: '1.01' }, { share: 'shareInvalid' }],
  [{ needsAddress: false, needsEmail: false }, { needsEmail: 'requiredMissing' }],
  [{ needsAddress: false, needsEmail: false, DETAILS_MISSING: 'OFF' }, {}],
])('%j: %j', (change, expected) => {
  const form = checkForm([], { say, organization: 'acme' });
  expect(form.check({ ...empty, ...change })).toEqual(expected);
});
