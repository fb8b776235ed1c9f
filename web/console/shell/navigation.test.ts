import { expect, test } from 'vitest';
import { currentOf, firstOf, navigationOf } from './navigation.ts';

const EVERY = new Proxy([] as string[], {
  get: (list, name) => (name === 'includes' ? () => true : list[name as never]),
});
const groups = navigationOf({ scopes: EVERY, isOperator: true });
const twice = (keys: readonly (string | null)[]) => keys.filter((key, index) => keys.indexOf(key) < index);

test('there are ten groups at most, each with a key of its own, and so are the pages of each', () => {
  expect([groups.length <= 10, twice(groups.map(({ key }) => key))]).toEqual([true, []]);
  for (const { title, destinations } of groups) {
    const keys = destinations.map(({ key }) => key);
    expect([title, twice(keys), destinations.length > 1 && keys.includes(null)]).toEqual([title, [], false]);
  }
});

test('no key is one that a list needs as soon as it has opened', () => {
  const keys = groups.flatMap(({ key, destinations }) => [key, ...destinations.map((each) => each.key)]);
  expect(keys.filter((key) => key !== null && 'jkx/?'.includes(key))).toEqual([]);
});

test('only operators are led to the state of the deployment', () => {
  const pathsOf = (session: Parameters<typeof navigationOf>[0]) =>
    navigationOf(session).flatMap(({ destinations }) => destinations.map(({ to }) => to));
  expect(pathsOf({ scopes: EVERY })).not.toContain('/system');
  expect(pathsOf({ scopes: [], isOperator: true })).toContain('/system');
});

test('a group leads to the first page that the user may open, and is absent without one', () => {
  const mine = navigationOf({ scopes: ['accounts:read', 'invoices:read'] });
  const people = mine.find(({ title }) => title === 'people');
  expect(people && firstOf(people)).toBe('/accounts');
  expect(mine.map(({ title }) => title)).toEqual(['home', 'people', 'billing', 'money']);
});

test.each([
  ['/', 'home', '/'],
  ['/customers/acme', 'people', '/customers'],
  ['/events/corrections', 'usage', '/events/corrections'],
  ['/events/uncounted', 'usage', '/events/uncounted'],
  ['/events/31-calls', 'usage', '/events'],
  ['/migrations/job.1', 'catalog', '/plans'],
  ['/settings/sellers/new', 'settings', '/settings/sellers'],
] as const)('%s is in %s, at %s', (path, title, to) => {
  const found = currentOf(groups, path);
  expect([found?.group.title, found?.destination.to]).toEqual([title, to]);
});

test('a page of nobody is nowhere', () => expect(currentOf(groups, '/profile')).toBeUndefined());
