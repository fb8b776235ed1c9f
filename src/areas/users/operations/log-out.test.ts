import { describe, expect, it } from 'vitest';
import { addPerson } from '#test/people.ts';
import { forgetting } from '#test/portal.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('DELETE /ext/v1/session', () => {
  it('200, the cookie is removed and good for nothing; other sessions stay', async () => {
    const person = await addPerson(service);
    const colleague = await addPerson(service);
    const { status, headers } = await person.production.delete('/ext/v1/session');
    expect([status, headers['set-cookie']]).toEqual([
      200,
      'tallymark_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
    ]);
    await forgetting();
    for (const client of [person.production, person.sandbox])
      expect((await client.get('/ext/v1/session')).status).toBe(401);
    expect((await colleague.production.get('/ext/v1/session')).status).toBe(200);
  });
});
