import { afterAll, expect, test } from 'vitest';
import { scopesAfterUpgrade } from '#test/older-scopes.ts';

const LOGIN = `scopes_owner_${process.pid}`;
const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

test('keys and roles of every organization reach sellers as they reached the organization', async () => {
  const terms = { migration: '_scopes_of_sellers.sql', login: LOGIN, area: 'org' };
  expect(await scopesAfterUpgrade(stops, terms)).toEqual([
    'one other: events:write',
    'one reads: org:read sellers:read',
    'one writes: org:read org:write sellers:read sellers:write',
    'role: org:write sellers:write',
    'two other: events:write',
    'two reads: org:read sellers:read',
    'two writes: org:read org:write sellers:read sellers:write',
  ]);
});
