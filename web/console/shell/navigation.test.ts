import { expect, it } from 'vitest';
import { currentOf, navigationOf } from './navigation.ts';

const groups = navigationOf({ scopes: ['events:read', 'events:write', 'invoices:read'] });

it.each([
  ['/events', '/events'],
  ['/events/some-id', '/events'],
  ['/events/corrections', '/events/corrections'],
  ['/invoices/i1/explain', '/invoices'],
  ['/invoice-groups', '/invoice-groups'],
  ['/profile', undefined],
])('%s belongs to %s', (path, expected) => {
  expect(currentOf(groups, path)).toBe(expected);
});

it('each screen has keys of its own', () => {
  const keys = groups.flatMap(({ destinations }) => destinations.map(({ key }) => key));
  expect(new Set(keys).size).toBe(keys.length);
});
