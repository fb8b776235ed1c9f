import { expect, it } from 'vitest';
import { isMerged } from './rules.ts';

it.each([
  //  type                daily  cycles only
  ['STANDARD', true, true],
  ['STANDARD_ADVANCED', true, true],
  ['CUSTOM', true, false],
  ['AD_HOC', true, false],
  ['ADHOC_ADVANCED', true, false],
  ['COMPOSITE', false, false],
] as const)('%s is merged in a daily group: %s, in another one: %s', (type, daily, otherwise) => {
  expect(isMerged(type, { dailyInvoiceConsolidation: true })).toBe(daily);
  expect(isMerged(type, { dailyInvoiceConsolidation: false })).toBe(otherwise);
});
