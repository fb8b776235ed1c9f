import { describe, expect, it } from 'vitest';
import { addPerson, clientsOf, logInAs } from '#test/people.ts';
import { forgetting } from '#test/portal.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('DELETE /ext/v1/sessions', () => {
  it('200 and only the session of the request is left, of all organizations', async () => {
    await service.createOrganization('elsewhere');
    const person = await addPerson(service);
    const there = await addPerson(service, { organization: 'elsewhere', of: person });
    const { cookie } = await logInAs(service, { email: person.email });
    const stranger = await addPerson(service);
    const { status, body } = await person.production.delete('/ext/v1/sessions');
    expect([status, body]).toEqual([200, { ended: 2 }]);
    await forgetting();
    const statusOf = async ({ production }: Pick<typeof person, 'production'>) =>
      (await production.get('/ext/v1/session')).status;
    expect(await Promise.all([person, stranger].map(statusOf))).toEqual([200, 200]);
    expect(await Promise.all([there, clientsOf(service, cookie ?? '')].map(statusOf))).toEqual([401, 401]);
  });
});
