import { expect, test } from 'vitest';
import { type SettingsFields, settingsForm } from './settings-form.ts';

const say = Object.assign((key: string) => key, { count: (key: string) => key });
const topup = { enabled: true, threshold: '50', topupAmount: '200.50', maxPerDay: '3', maxPerMonth: '20' };
const form = settingsForm({ netOff: null, topup }, say);

test.each<[string, Partial<SettingsFields>, string[]]>([
  ['unchanged', {}, []],
  ['a threshold of nothing', { threshold: '' }, ['threshold']],
  ['no amount', { topupAmount: '0' }, ['topupAmount']],
  ['no top-up a day', { maxPerDay: '0', maxPerMonth: 'x' }, ['maxPerDay', 'maxPerMonth']],
  ['switched off, whatever stands there', { enabled: false, threshold: '', maxPerDay: '' }, []],
])('%s', (_, change, errors) =>
  expect(Object.keys(form.check({ ...form.initial, ...change }))).toEqual(errors),
);

test('only what changed is stored', () => {
  const read = (change: Partial<SettingsFields>) => form.read({ ...form.initial, ...change });
  expect(read({})).toEqual({});
  expect(read({ netOff: 'false' })).toEqual({ netOff: 'false' });
  expect(read({ threshold: '60.05' })).toEqual({
    topup: '{"enabled":true,"threshold":"60.05","topupAmount":"200.50","maxPerDay":3,"maxPerMonth":20}',
  });
  const off = settingsForm({ netOff: 'true', topup }, say);
  expect(off.read({ ...off.initial, netOff: 'inherit', enabled: false, threshold: '' })).toEqual({
    netOff: null,
    topup: '{"enabled":false,"threshold":"50","topupAmount":"200.50","maxPerDay":3,"maxPerMonth":20}',
  });
});
