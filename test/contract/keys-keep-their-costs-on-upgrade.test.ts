import { afterAll, expect, test } from 'vitest';
import { scopesAfterUpgrade } from '#test/older-scopes.ts';

const LOGIN = `cost_scopes_owner_${process.pid}`;
const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

test('keys and roles of every organization reach unit costs as they reached the catalog', async () => {
  const terms = { migration: '_scopes_of_costs.sql', login: LOGIN, area: 'catalog' };
  expect(await scopesAfterUpgrade(stops, terms)).toEqual([
    'one other: events:write',
    'one reads: catalog:read costs:read',
    'one writes: catalog:read catalog:write costs:read costs:write',
    'role: catalog:write costs:write',
    'two other: events:write',
    'two reads: catalog:read costs:read',
    'two writes: catalog:read catalog:write costs:read costs:write',
  ]);
});
