import { describe, expect, it } from 'vitest';
import { createResetToken } from '#areas/users/index.ts';
import { addPerson, asOwner, logInAs, PASSWORD, reads, sendAsPage } from '#test/people.ts';
import { forgetting } from '#test/portal.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const NEW = 'nine grey kestrels 72';
const reset = (token: string, password = NEW) =>
  sendAsPage(service, '/ext/v1/password_resets/confirm', { token, password });
const tokenFor = async (email: string) => (await createResetToken(service.app.database, email)) ?? '';
const INVALID = { status: 400, headers: { 'error-code': 'ONE_TIME_LINK_INVALID' } };

describe('POST /ext/v1/password_resets/confirm', () => {
  it('200 once, of many at the same time; sessions and other links end', async () => {
    const person = await addPerson(service);
    const [first, second] = [await tokenFor(person.email), await tokenFor(person.email)];
    const replies = await Promise.all(Array.from({ length: 5 }, () => reset(first)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    expect(replies.every(({ cookie }) => cookie === null)).toBe(true);
    expect(await reset(second)).toMatchObject(INVALID);
    await forgetting();
    expect(await reads(person)).toBe(401);
    expect((await logInAs(service, { email: person.email, password: PASSWORD })).status).toBe(401);
    expect((await logInAs(service, { email: person.email, password: NEW })).status).toBe(201);
  });

  it('400 after an hour, for another user, and for a bad password, which leaves the link', async () => {
    const [ann, bob] = [await addPerson(service), await addPerson(service)];
    const token = await tokenFor(ann.email);
    expect(await reset(token.replace(ann.id, bob.id))).toMatchObject(INVALID);
    expect(await reset('x')).toMatchObject(INVALID);
    expect((await reset(token, 'password1234')).status).toBe(400);
    expect((await reset(token)).status).toBe(200);
    const late = await tokenFor(ann.email);
    await asOwner(service, (owner) =>
      owner.query(`update user_password_tokens set expires_at = expires_at - interval '1 hour'`),
    );
    expect(await reset(late)).toMatchObject(INVALID);
  });

  it('the audit log of every organization of the user has it', async () => {
    const { production } = await service.createOrganization('reset');
    const person = await addPerson(service);
    await addPerson(service, { organization: 'reset', of: person });
    await reset(await tokenFor(person.email));
    for (const client of [service.production, production]) {
      const path = '/ext/v1/audit_log?entity_type=MEMBERSHIP&operation_id=resetPassword';
      const { data } = await client.must.get(path);
      expect(data[0]).toMatchObject({ entityId: person.id, after: { securityEvent: 'PASSWORD_RESET' } });
      expect(data[0].actor).toMatchObject({ type: 'USER', id: person.id, name: person.name });
    }
  });
});
