import { describe, expect, it } from 'vitest';
import { checkPlatformSetting } from './platform-settings.ts';
import type { EntityType } from './schema.ts';

const check = (id: string, value: string, owner: { type?: EntityType; dataType?: string } = {}) => {
  const { type = 'ORGANIZATION', dataType = 'JSON' } = owner;
  const setting = { id, value, namespace: 'PLATFORM', name: 'n', dataType: dataType as 'JSON' };
  const error = checkPlatformSetting(setting, type);
  return error && `${error.member}: ${error.rule}`;
};

describe('keys', () => {
  it.each([
    //  key                 value      data type  owner           refused member
    ['NET_TERM_DAYS', '0', 'NUMERIC', 'ORGANIZATION', null],
    ['NET_TERM_DAYS', '365', 'NUMERIC', 'ORGANIZATION', null],
    ['NET_TERM_DAYS', '366', 'NUMERIC', 'ORGANIZATION', 'value'],
    ['NET_TERM_DAYS', '0.5', 'NUMERIC', 'ORGANIZATION', 'value'],
    ['NET_TERM_DAYS', '0', 'STRING', 'ORGANIZATION', 'dataType'],
    ['NET_TERM_DAYS', '0', 'NUMERIC', 'ACCOUNT', 'id'],
    ['INVOICE_REFRESH_MINUTES', '5', 'NUMERIC', 'ORGANIZATION', null],
    ['INVOICE_REFRESH_MINUTES', '4', 'NUMERIC', 'ORGANIZATION', 'value'],
    ['INVOICE_REFRESH_MINUTES', '1440', 'NUMERIC', 'ORGANIZATION', null],
    ['INVOICE_REFRESH_MINUTES', '1441', 'NUMERIC', 'ORGANIZATION', 'value'],
    ['INVOICE_AUTO_ADVANCE', 'true', 'STRING', 'ACCOUNT', null],
    ['INVOICE_AUTO_ADVANCE', 'TRUE', 'STRING', 'ACCOUNT', 'value'],
    ['INVOICE_AUTO_ADVANCE', 'true', 'STRING', 'CUSTOMER', 'id'],
    ['INVOICE_TEMPLATE_ID', ' ', 'STRING', 'ACCOUNT', 'value'],
    ['INVOICE_TEMPLATE_ID', 'itpl.1', 'STRING', 'ACCOUNT', null],
    ['ROUNDING_MODE', 'HALF_EVEN', 'STRING', 'ORGANIZATION', null],
    ['ROUNDING_MODE', 'UP', 'STRING', 'ORGANIZATION', 'value'],
    ['LATE_USAGE', 'ADJUST', 'STRING', 'ORGANIZATION', null],
    ['CREDIT_PERIOD_TEST', 'ISSUE_DATE', 'STRING', 'ORGANIZATION', null],
    ['NEGATIVE_INVOICE_POLICY', 'KEEP', 'STRING', 'ORGANIZATION', 'value'],
    ['TIMEZONE', 'UTC', 'STRING', 'ORGANIZATION', 'id'],
    ['BASE_CURRENCY', 'USD', 'STRING', 'ORGANIZATION', 'id'],
    ['NET_TERM_DAY', '0', 'NUMERIC', 'ORGANIZATION', 'id'],
    ['toString', '0', 'NUMERIC', 'ORGANIZATION', 'id'],
  ])('%s = %s as %s of %s', (id, value, dataType, type, member) => {
    const error = check(id, value, { dataType, type: type as EntityType });
    expect(error?.split(':')[0] ?? null).toBe(member);
  });
});

describe('TAX_RATES', () => {
  it.each([
    ['[]', null],
    ['[{"name":"VAT","rate":"0.20"}]', null],
    ['[{"name":"VAT","rate":"0.20","country":"DE"}]', null],
    ['[{"name":"VAT","rate":"1"}]', null],
    ['[{"name":"VAT","rate":"1.01"}]', /^value: \[0\] rate must be a decimal fraction/],
    ['[{"name":"VAT","rate":"-0.1"}]', /rate/],
    ['[{"name":"VAT","rate":0.2}]', /rate/],
    ['[{"name":"VAT","rate":"20%"}]', /rate/],
    ['[{"name":"VAT","rate":"0.2","country":"de"}]', /country/],
    ['[{"name":"VAT","rate":"0.2","zip":"1"}]', /unknown field zip/],
    ['[{"rate":"0.2"}]', /\[0\]\.name/],
    ['[{"name":"a","rate":"0.2"},{"name":"a","rate":"0.1"}]', /\[1\]\.name is repeated/],
    ['[{"name":"VAT","rate":"0.19","country":"DE"},{"name":"VAT","rate":"0.2","country":"FR"}]', null],
    [
      '[{"name":"VAT","rate":"0.2","country":"DE"},{"name":"VAT","rate":"0.2","country":"DE"}]',
      /is repeated/,
    ],
    ['[{"name":"VAT","rate":"0.2","country":"DE"},{"name":"VAT","rate":"0.2"}]', /is repeated/],
    ['[{"name":"V\\u0000AT","rate":"0.2"}]', /printable/],
    ['[{"name":"VAT","rate":"0.1234567890123456789"}]', /rate/],
    ['{}', /must be a list/],
    ['[null]', /\[0\] must be an object/],
    [JSON.stringify(Array(101).fill({ name: 'a', rate: '0' })), /at most 100 entries/],
  ])('%.60s', (value, rule) => {
    const error = check('TAX_RATES', value, { type: 'CUSTOMER' });
    if (rule) expect(error).toMatch(rule);
    else expect(error).toBeNull();
  });
});

describe('MISC_CHARGES', () => {
  it.each([
    ['[{"name":"Support","value":"12.5"}]', null],
    ['[{"name":"Discount","value":"-15.5","considerForRevenue":true}]', null],
    ['[{"name":"Share","value":"{\\"*\\":[{\\"var\\":\\"um.a.b\\"},0.1]}"}]', null],
    ['[{"name":"Seats","rate":20,"quantity":10}]', null],
    ['[{"name":"Seats","rate":20}]', /either value, or rate and quantity/],
    ['[{"name":"Both","value":"1","rate":20,"quantity":10}]', /must not have value together with rate/],
    ['[{"name":"Number","value":1}]', /value must be text/],
    ['[{"name":"Words","value":"ten"}]', /a number or a JSON Logic object/],
    ['[{"name":"Loop","value":"{\\"map\\":[[1],1]}"}]', /cannot be used here/],
    ['[{"name":"Flag","value":"1","considerForRevenue":"yes"}]', /considerForRevenue/],
  ])('%s', (value, rule) => {
    const error = check('MISC_CHARGES', value, { type: 'ACCOUNT' });
    if (rule) expect(error).toMatch(rule);
    else expect(error).toBeNull();
  });
});

describe('INVOICE_SEQUENCE', () => {
  it.each([
    [{ pattern: '{SEQ}' }, null],
    [{ pattern: '{YYYY}-{MM}-{SEQ}', pad: 4, start: 1, reset: 'MONTHLY', scope: 'CUSTOMER' }, null],
    [{ pattern: 'INV-{YY}{SEQ}', reset: 'YEARLY' }, null],
    [{ pattern: 'INV' }, /\{SEQ\} exactly once/],
    [{ pattern: '{SEQ}{SEQ}' }, /\{SEQ\} exactly once/],
    [{ pattern: '{SEQ}-{DAY}' }, /must not contain tokens other than/],
    [{ pattern: '{SEQ}}' }, /must not contain tokens other than/],
    [{ pattern: '{SEQ}', reset: 'YEARLY' }, /\{YYYY\} or \{YY\}/],
    [{ pattern: '{YYYY}{SEQ}', reset: 'MONTHLY' }, /\{MM\}/],
    [{ pattern: '{SEQ}', reset: 'DAILY' }, /reset/],
    [{ pattern: '{SEQ}', scope: 'ACCOUNT' }, /scope/],
    [{ pattern: '{SEQ}', pad: 21 }, /pad/],
    [{ pattern: '{SEQ}', start: 0 }, /start/],
    [{ pattern: '{SEQ}', step: 2 }, /unknown field step/],
    [{}, /pattern must have 1 to 100/],
    [[], /must be an object/],
  ])('%j', (value, rule) => {
    const error = check('INVOICE_SEQUENCE', JSON.stringify(value));
    if (rule) expect(error).toMatch(rule);
    else expect(error).toBeNull();
  });
});

it.each([
  ['{"enabled":false}', null],
  ['{"enabled":true,"threshold":"50","topupAmount":"200","maxPerDay":3,"maxPerMonth":20}', null],
  ['{"enabled":true,"threshold":"0","topupAmount":"0.5","maxPerDay":1,"maxPerMonth":1}', null],
  ['[]', /^value: must be an object/],
  ['{}', /^value: enabled must be true or false/],
  ['{"enabled":"true"}', /^value: enabled must be true or false/],
  ['{"enabled":false,"limit":1}', /^value: unknown field limit/],
  ['{"enabled":true}', /^value: threshold is required while enabled is true/],
  ['{"enabled":true,"threshold":"50","topupAmount":"200","maxPerDay":3}', /^value: maxPerMonth is required/],
  ['{"enabled":false,"threshold":50}', /^value: threshold must be an amount in a string, .+ at least 0/],
  ['{"enabled":false,"threshold":"-1"}', /^value: threshold must be an amount/],
  ['{"enabled":false,"topupAmount":"0"}', /^value: topupAmount must be .+ greater than 0/],
  ['{"enabled":false,"topupAmount":"1e99"}', /^value: topupAmount must be/],
  ['{"enabled":false,"maxPerDay":0}', /^value: maxPerDay must be a whole number from 1 to 100/],
  ['{"enabled":false,"maxPerDay":1.5}', /^value: maxPerDay must be/],
  ['{"enabled":false,"maxPerMonth":1001}', /^value: maxPerMonth must be a whole number from 1 to 1000/],
])('WALLET_AUTO_TOPUP %s', (value, rule) => {
  const found = check('WALLET_AUTO_TOPUP', value, { type: 'ACCOUNT' });
  if (rule === null) expect(found).toBeNull();
  else expect(found).toMatch(rule);
});
