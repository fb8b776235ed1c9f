import { describe, expect, it } from 'vitest';
import { addPerson, clientsOf, logInAs } from '#test/people.ts';
import { forgetting } from '#test/portal.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('DELETE /ext/v1/sessions/{session_id}', () => {
  it('200 and the cookie of that session is rejected within a second', async () => {
    const person = await addPerson(service);
    const { cookie, body } = await logInAs(service, { email: person.email });
    const other = clientsOf(service, cookie ?? '').production;
    expect((await other.get('/ext/v1/session')).status).toBe(200);
    const { status, body: ended } = await person.production.delete(`/ext/v1/sessions/${body.session.id}`);
    expect([status, ended]).toEqual([200, { ended: 1 }]);
    await forgetting();
    expect((await other.get('/ext/v1/session')).status).toBe(401);
    expect((await person.production.get('/ext/v1/session')).status).toBe(200);
  });

  it('404 for a session of somebody else, which stays, and for none', async () => {
    const [person, other] = [await addPerson(service), await addPerson(service)];
    for (const id of [other.sessionId, 'ses.nobody'])
      expect((await person.production.delete(`/ext/v1/sessions/${id}`)).body).toEqual({
        message: `session ${id} not found`,
      });
    await forgetting();
    expect((await other.production.get('/ext/v1/session')).status).toBe(200);
  });
});
