import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findMismatches } from '#test/correction-scenario.ts';
import {
  answerAgain,
  comparable,
  type OlderDatabase,
  openOlderDatabase,
  readRecorded,
  startOn,
  upgrade,
} from '#test/older-database.ts';
import type { Service } from '#test/running-app.ts';

/*
 * The database of `test/fixtures/before-metering`: migrations up to 0021, and what the version before 0022
 * stored and answered.
 */
describe.each([
  ['by a superuser', null],
  ['by a login that is itself subject to the walls', `older_owner_${process.pid}`],
])('upgraded %s', (_, login) => {
  const stops: (() => Promise<unknown>)[] = [];
  let database: OlderDatabase;
  let service: Service;

  beforeAll(async () => {
    database = await openOlderDatabase(stops, login);
    const { applicationRole } = await upgrade(database);
    expect(applicationRole === null).toBe(login !== null);
    service = await startOn(stops, database, applicationRole);
  });
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
  });

  test('it answers as before', async () => {
    const recorded = await readRecorded();
    expect(comparable(await answerAgain(service, recorded))).toEqual(comparable(recorded));
  });

  test('the audits find nothing', async () => {
    expect(await findMismatches(service)).toEqual([]);
  });
});
