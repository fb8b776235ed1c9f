import { expect, test } from 'vitest';
import { navigationOf } from './navigation.ts';

const EVERY = new Proxy([] as string[], {
  get: (list, name) => (name === 'includes' ? () => true : list[name as never]),
});

test('no two destinations have the same key', () => {
  const keys = navigationOf({ scopes: EVERY }).flatMap(({ destinations }) =>
    destinations.map(({ key }) => key),
  );
  expect(keys.length).toBeGreaterThan(20);
  expect(keys.filter((key, index) => keys.indexOf(key) < index)).toEqual([]);
});
