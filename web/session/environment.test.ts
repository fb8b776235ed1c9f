import { expect, test } from 'vitest';
import { placeOf } from './environment.ts';

test.each([
  ['/console/invoices', 'production', '', '/console', ''],
  ['/console/sandbox/invoices', 'sandbox', '', '/console/sandbox', '/sandbox'],
  ['/console/sandbox', 'sandbox', '', '/console/sandbox', '/sandbox'],
  ['/console/sandboxes', 'production', '', '/console', ''],
  ['/billing/console/sandbox/x', 'sandbox', '/billing', '/billing/console/sandbox', '/billing/sandbox'],
])('%s', (path, environment, root, console, api) => {
  expect(placeOf(path)).toEqual({ environment, root, console, api });
});
