import { expect, test } from 'vitest';
import { findChromium } from './browser.ts';

test('Chromium is found where CHROMIUM or PATH says', () => {
  expect(findChromium({ PATH: '/nowhere' })).toBeNull();
  expect(findChromium({ CHROMIUM: process.execPath })).toBe(process.execPath);
  expect(() => findChromium({ CHROMIUM: '/nowhere/chromium' })).toThrow('/nowhere/chromium');
});
