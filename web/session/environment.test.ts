import { expect, test } from 'vitest';
import { placeOf } from './environment.ts';

test.each([
  ['/console/invoices', 'production', '', '/console', ''],
  ['/console/sandbox/invoices', 'sandbox', '', '/console/sandbox', '/sandbox'],
  ['/console/sandbox', 'sandbox', '', '/console/sandbox', '/sandbox'],
  ['/console/sandboxes', 'production', '', '/console', ''],
  ['/billing/console/sandbox/x', 'sandbox', '/billing', '/billing/console/sandbox', '/billing/sandbox'],
  // Some proxies merge slashes: a link to `//evil.example/console/` would lead to another host.
  ['//evil.example/console/x', 'production', '/evil.example', '/evil.example/console', '/evil.example'],
  ['//console/', 'production', '', '/console', ''],
])('%s', (path, environment, root, console, api) => {
  expect(placeOf(path)).toEqual({ environment, root, console, api });
});
