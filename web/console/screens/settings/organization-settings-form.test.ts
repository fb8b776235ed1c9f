import { expect, test } from 'vitest';
import type { OrganizationSetting } from '../../../api/generated/types.ts';
import { ApiProblem } from '../../../api/problem.ts';
import { groupSettings, nameSetting, settingsForm } from './organization-settings-form.ts';

const say = Object.assign(
  (key: string, values?: Record<string, string | number>) =>
    values ? `${values.setting}: ${values.rule}` : key,
  { count: (key: string) => key },
);
const setting = (id: string, more: Partial<OrganizationSetting> = {}): OrganizationSetting => ({
  ...{ id, dataType: 'STRING', form: '', meaning: '', owners: ['ORGANIZATION'], source: 'DEFAULT' },
  ...more,
});
const SETTINGS = [
  setting('BRAND_NEW'),
  setting('INVOICE_MAIL', { value: 'true', default: 'true', values: ['true', 'false'] }),
  setting('NET_TERM_DAYS', { value: '14', default: '0', source: 'ORGANIZATION' }),
  setting('TAX_RATES', { dataType: 'JSON', value: '[]', default: '[]' }),
];

test('only what has changed is sent, and what was emptied goes back to the default', () => {
  const { initial, read } = settingsForm(SETTINGS, say);
  expect(initial).toEqual({ BRAND_NEW: '', INVOICE_MAIL: '', NET_TERM_DAYS: '14', TAX_RATES: '' });
  expect(read(initial)).toEqual([]);
  expect(read({ ...initial, NET_TERM_DAYS: ' ', INVOICE_MAIL: 'false', TAX_RATES: ' [1] ' })).toEqual([
    { id: 'INVOICE_MAIL', value: 'false' },
    { id: 'NET_TERM_DAYS', value: null },
    { id: 'TAX_RATES', value: '[1]' },
  ]);
});

test('JSON and its rows are checked before they are sent, other texts are not', () => {
  const { initial, check } = settingsForm([...SETTINGS, setting('NEW_JSON', { dataType: 'JSON' })], say);
  const typed = { NEW_JSON: '[', TAX_RATES: '[{"name":"","rate":"0.2"}]', BRAND_NEW: '[' };
  expect(check({ ...initial, ...typed })).toEqual({ NEW_JSON: 'invalidJson', TAX_RATES: 'rowsInvalid' });
});

test('a setting that the console does not know stands last', () => {
  const groups = groupSettings(SETTINGS).map(({ name, settings }) => [name, settings.map(({ id }) => id)]);
  expect(groups).toEqual([
    ['invoices', ['NET_TERM_DAYS', 'INVOICE_MAIL']],
    ['numbers', ['TAX_RATES']],
    ['other', ['BRAND_NEW']],
  ]);
});

test('a problem names the setting in place of its number', () => {
  const sent = [{ id: 'A', value: '1' }];
  const name = (text: string) =>
    (
      nameSetting(new ApiProblem(text, { status: 400, code: 'X' }), {
        ...{ sent, nameOf: (id: string) => `the ${id}`, t: say },
      }) as Error
    ).message;
  expect(name('settings[0].value: must be a number')).toBe('the A: must be a number');
  expect(name('settings[7].value: must be a number')).toBe('settings[7].value: must be a number');
  expect(name('something else')).toBe('something else');
});
