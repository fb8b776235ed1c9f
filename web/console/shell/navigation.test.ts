import { expect, test } from 'vitest';
import { navigationOf } from './navigation.ts';

const EVERY = new Proxy([] as string[], {
  get: (list, name) => (name === 'includes' ? () => true : list[name as never]),
});

test('no two destinations have the same key', () => {
  const keys = navigationOf({ scopes: EVERY, isOperator: true }).flatMap(({ destinations }) =>
    destinations.map(({ key }) => key),
  );
  expect(keys.length).toBeGreaterThan(20);
  expect(keys.filter((key, index) => keys.indexOf(key) < index)).toEqual([]);
});

test('only operators are led to the state of the deployment', () => {
  const pathsOf = (session: Parameters<typeof navigationOf>[0]) =>
    navigationOf(session).flatMap(({ destinations }) => destinations.map(({ to }) => to));
  expect(pathsOf({ scopes: EVERY })).not.toContain('/system');
  expect(pathsOf({ scopes: [], isOperator: true })).toContain('/system');
});
