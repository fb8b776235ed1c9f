import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addPerson, asOwner, type Person } from '#test/people.ts';
import { forgetting } from '#test/portal.ts';
import { useService } from '#test/running-app.ts';

/** A session notes its use once a minute; a database that only reads does not keep anybody from reading. */
const service = useService({}, { own: 'switches its database to read-only' });

async function switchTo(isOn: boolean): Promise<void> {
  const name = new URL(service.databaseUrl.replace('@/', '@x/')).pathname.slice(1);
  const setting = `default_transaction_read_only = ${isOn ? 'on' : 'off'}`;
  await asOwner(service, (owner) =>
    owner.query(`begin read write; alter database ${name} set ${setting}; commit`),
  );
  for (let tries = 0; (await service.app.database.writes.look()) !== (isOn ? 'READ_ONLY' : null); tries++) {
    expect(tries).toBeLessThan(100);
    await sleep(50);
  }
}

const lastUse = ({ sessionId }: Person) =>
  asOwner(service, async (owner) => {
    const { rows } = await owner.query<{ age: number }>(
      'select extract(epoch from now() - last_used_at)::int as age from sessions where id = $1',
      [sessionId],
    );
    return rows[0]?.age;
  });

let person: Person;
beforeEach(async () => {
  person = await addPerson(service);
  const unused = `update sessions set last_used_at = now() - interval '10 minutes' where id = $1`;
  await asOwner(service, (owner) => owner.query(unused, [person.sessionId]));
});
afterEach(() => switchTo(false));

it('200 for reading, whose use is noted once it can be; 503 for writing', async () => {
  await switchTo(true);
  for (const path of ['/ext/v1/session', '/customers'])
    expect((await person.production.get(path)).status).toBe(200);
  const { status, headers } = await person.production.patch('/ext/v1/user', { name: 'Ann' });
  expect([status, headers['retry-after']]).toEqual([503, '10']);
  expect(await lastUse(person)).toBeGreaterThan(500);
  await switchTo(false);
  // One attempt a second at most.
  await forgetting();
  expect((await person.production.get('/customers')).status).toBe(200);
  expect(await lastUse(person)).toBeLessThan(60);
});
