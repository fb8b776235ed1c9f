import { describe, expect, it } from 'vitest';
import { addPerson, addSecondFactor, codeOf, logInAs } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('POST /ext/v1/user/recovery_codes', () => {
  it('200 with new codes, which end the old ones', async () => {
    const person = await addPerson(service);
    const { session, secret, recoveryCodes } = await addSecondFactor(person, service);
    const replace = (code: string) => session?.production.post('/ext/v1/user/recovery_codes', { code });
    expect((await replace('123'))?.status).toBe(400);
    const reply = await replace(codeOf(secret, 1));
    expect([reply?.status, reply?.body.recoveryCodes.length]).toEqual([200, 10]);
    const logIn = (code: string) => logInAs(service, { email: person.email, code });
    expect((await logIn(recoveryCodes[0] ?? '')).status).toBe(401);
    expect((await logIn(reply?.body.recoveryCodes[0])).status).toBe(201);
  });
});
