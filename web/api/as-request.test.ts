import { expect, test } from 'vitest';
import { asRequest } from './as-request.ts';

test('decimals become numbers with their digits, and texts stay texts', () => {
  const response = {
    name: '12',
    rateValues: [{ currency: 'USD', slabRates: [{ order: 1, rate: '0.10000000000000000001' }] }],
    tag: null,
  };
  expect(JSON.stringify(asRequest(response))).toBe(
    '{"name":"12","rateValues":[{"currency":"USD",' +
      '"slabRates":[{"order":1,"rate":0.10000000000000000001}]}],"tag":null}',
  );
});
