import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { areas } from '#app';
import type { Operation } from '#platform/http/operation.ts';
import { compactUsage } from '#test/compact-usage.ts';
import { roundsOf } from '#test/effort.ts';
import { exampleOf, pathParameters, SHARED_IDS } from '#test/every-operation.ts';
import { buildWorld, type World } from '#test/example-world.ts';
import {
  idsPerRequest,
  overhear,
  sendWithId,
  textFilters,
  tryForeignFilter,
  tryForeignPath,
  unknownId,
} from '#test/foreign-ids.ts';
import { type Service, useService } from '#test/running-app.ts';
import { watchRows } from '#test/stored-rows.ts';
import { openWhereWall } from '#test/without-where-wall.ts';

/**
 * Between organizations stand two walls: the condition on `org_id` in every statement, and row-level
 * security. Either holds alone: what two-organizations.test.ts expects of both is expected here of each,
 * while the other is taken away. Without both the same requests return the other organization's
 * data, which shows that they ask for something.
 */
// Thousands of requests, one after the other.
vi.setConfig({ testTimeout: 180_000 });

const operations = areas.flatMap((area) => area.operations);
const withPath = operations.filter((operation) =>
  pathParameters(operation).some((name) => !Object.hasOwn(SHARED_IDS, name)),
);
const withBody = operations.filter((operation) => operation.request?.body);
const streams = operations.filter((operation) => operation.stream);
const lists = operations.filter((operation) => operation.list && pathParameters(operation).length === 0);
/** An everyday run asks a third of the filters, two-organizations.test.ts all of them. */
const allFilters = lists.flatMap((operation) => textFilters(operation).map((name) => ({ operation, name })));
const filters = roundsOf(allFilters, { everyday: Math.ceil(allFilters.length / 3) });

const whereWall = openWhereWall();
afterAll(() => whereWall.restore());

async function removeRowSecurity({ databaseUrl }: Service): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class
       where relnamespace = 'public'::regnamespace and relrowsecurity`,
    );
    for (const { name } of rows) await client.query(`alter table ${name} disable row level security`);
    return rows.length;
  } finally {
    await client.end();
  }
}

interface Worlds {
  ours: World;
  theirs: World;
}

async function buildWorlds(service: Service): Promise<Worlds> {
  const theirs = await buildWorld(service, 'theirs', 'victim');
  const ours = await buildWorld(service, 'ours', 'caller');
  // A minute after events, what they added goes into the sums: no change that the caller makes.
  await compactUsage(service, 'theirs');
  return { theirs, ours };
}

/**
 * What one organization learns of another, or does to it: what differs from the answers about ids of nobody.
 */
async function findLeaks({ ours, theirs }: Worlds): Promise<string[]> {
  const leaks: string[] = [];
  const compare = (name: string, [foreign, unknown]: [unknown, unknown]) => {
    if (JSON.stringify(foreign) !== JSON.stringify(unknown))
      leaks.push(`${name}: ${JSON.stringify([foreign, unknown]).slice(0, 300)}`);
  };
  for (const { operation, name } of filters)
    for (const ids of idsPerRequest(operation, name, Object.values(theirs.ids))) {
      const requested = { client: ours.client, name, ids };
      compare(`${operation.id}?${name}=${ids.join()}`, await tryForeignFilter(operation, requested));
    }
  const look = async () => {
    for (const operation of lists) {
      const { text } = await ours.client.get(operation.route);
      for (const id of Object.values(theirs.ids))
        if (text.includes(JSON.stringify(id))) leaks.push(`${operation.id} shows ${id}`);
    }
  };
  // Some rows are gone afterwards, others come to a list.
  await look();
  for (const operation of withPath)
    compare(`${operation.id} path`, await tryForeignPath(operation, { ours, theirs }));
  // Before anything is sent in a body: an event is kept whatever account it names.
  await look();
  for (const operation of withBody)
    for (const name of Object.keys(ours.ids)) {
      if (!JSON.stringify(exampleOf(operation, ours).body).includes(JSON.stringify(ours.ids[name]))) continue;
      const send = (id: string) => sendWithId(operation, { world: ours, name, id });
      const foreign = theirs.ids[name] ?? '';
      compare(`${operation.id} body ${name}`, [await send(foreign), await send(unknownId(foreign))]);
    }
  return leaks;
}

/** Ids of the other organization that streams tell of while it stores events. */
async function overhearAll(worlds: Worlds): Promise<string[]> {
  const heard: string[] = [];
  for (const operation of streams) heard.push(...(await overhear(operation, worlds)));
  return heard;
}

describe('without row-level security', () => {
  const service = useService({}, { own: 'its walls are taken down' });
  let worlds: Worlds;
  beforeAll(async () => {
    worlds = await buildWorlds(service);
    expect(await removeRowSecurity(service)).toBeGreaterThan(20);
  });

  it('nothing of another organization is shown or changed', async () => {
    const rows = await watchRows(service);
    const orgId = await rows.orgId('theirs');
    const before = await rows.digest(orgId);
    expect(await findLeaks(worlds)).toEqual([]);
    expect(await rows.digest(orgId)).toBe(before);
    await rows.close();
  });

  it('no stream contains events of another organization', async () => {
    expect(await overhearAll(worlds)).toEqual([]);
  });
});

describe('without the conditions on the organization', () => {
  const service = useService({}, { own: 'its walls are taken down' });
  let worlds: Worlds;
  beforeAll(async () => {
    worlds = await buildWorlds(service);
    whereWall.takeDown();
  });
  afterAll(() => whereWall.putUp());

  it('nothing of another organization is shown or changed', async () => {
    const rows = await watchRows(service);
    const orgId = await rows.orgId('theirs');
    const before = await rows.digest(orgId);
    expect(await findLeaks(worlds)).toEqual([]);
    expect(await rows.digest(orgId)).toBe(before);
    await rows.close();
    expect(whereWall.rewritten.size).toBeGreaterThan(100);
  });

  it('no stream contains events of another organization', async () => {
    expect(await overhearAll(worlds)).toEqual([]);
  });

  it('the only other statements find a credential or a named organization, or are of a person', () => {
    // What the server says of itself are no rows of anybody.
    const others = [...whereWall.others].filter((text) => !/\bfrom pg_(?:sequences|locks)\b/.test(text));
    expect(others.sort()).toEqual([
      // Of a person, in all of its organizations: row-level security knows the person.
      expect.stringMatching(/^\s*delete from user_passkeys where user_id = /),
      // Of a browser that comes back from an identity provider.
      expect.stringMatching(/^\s*select \* from oidc_logins where state_hash = /),
      expect.stringMatching(/^\s*select \* from sessions\s+where secret_hash = /),
      // Of who logs in without a credential; the hash it asks for includes the organization.
      expect.stringMatching(/ from portal_attempts where kind = 'KNOWN_ADDRESS' and subject = /),
      expect.stringMatching(/ from memberships m join organizations o [\s\S]*\s+where m\.user_id = /),
      expect.stringMatching(/ from organizations\s+where id = .* and status = 'ACTIVE'/),
      expect.stringMatching(/ from organizations\s+where id = .* and status <> 'CLOSED'/),
      expect.stringMatching(/^\s*update portal_attempts set tries = .*\s+where kind = .* and subject = /),
      expect.stringMatching(/^delete from portal_attempts where kind = .* and subject = /),
      expect.stringMatching(/ from "api_keys" .* where "secret_hash" = /),
      expect.stringMatching(/ from "passkey_challenges" where "challenge_hash" = /),
      expect.stringMatching(/ from "user_passkeys" where "user_id" = /),
      expect.stringMatching(/ from "users" where "email" = /),
      expect.stringMatching(/ from "users" where "id" = /),
      expect.stringMatching(/ from "users" where "id" = .* for update/),
      expect.stringMatching(/^update "user_passkeys" .* where "user_id" = /),
    ]);
  });
});

describe('without both', () => {
  const service = useService({}, { own: 'its walls are taken down' });
  let worlds: Worlds;
  beforeAll(async () => {
    worlds = await buildWorlds(service);
    await removeRowSecurity(service);
    whereWall.takeDown();
  });
  afterAll(() => whereWall.putUp());

  it('the same requests show the other organization', async () => {
    const leaks = await findLeaks(worlds);
    // The organization in its path is compared with that of the credential: no statement asks for it.
    // A session and a passkey are found by their person.
    const ofPerson = ['endSession', 'renamePasskey', 'removePasskey'];
    const isRequested = ({ id }: Operation) => !['createOrganizationToken', ...ofPerson].includes(id);
    const requested = withPath.filter(isRequested).map(({ id }) => `${id} path`);
    const silent = requested.filter((name) => !leaks.some((leak) => leak.startsWith(name)));
    expect(silent).toEqual([]);
    const quiet = lists.filter(({ id }) => !leaks.some((leak) => leak.startsWith(`${id} shows`)));
    // The plans of the example have no pricing rules, values that no meter covers have no id, no invoice of
    // the example waits for a bill run, the first page of the journal ends before the records of the example,
    // and the templates of alerts belong to nobody.
    const quietIds = [
      ...['listPricingRules', 'listUncoveredValues', 'listBillRunInvoices', 'listAlertTemplates'],
      'listJournalLines',
    ];
    expect(quiet.map(({ id }) => id)).toEqual(quietIds);
  });

  it('every stream contains events of the other organization', async () => {
    for (const operation of streams) expect(await overhear(operation, worlds)).toContain('victim-calls');
  });
});
