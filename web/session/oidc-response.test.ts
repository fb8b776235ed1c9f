import { expect, test } from 'vitest';
import { pageToReturnTo } from './oidc-response.ts';

const pageAt = (url: string) => new URL(url, 'https://billing.example') as unknown as Location;

test.each([
  ['/console/', '', '/console/'],
  ['/console/invoices?status=DUE#lines', '', '/console/invoices?status=DUE#lines'],
  ['/console/?organization=acme', '', '/console/'],
  ['/billing/console/sandbox/events?organization=acme&q=1', '/billing', '/console/sandbox/events?q=1'],
])('%s below "%s" is returned to as %s', (url, root, expected) => {
  expect(pageToReturnTo(pageAt(url), root)).toBe(expected);
});
