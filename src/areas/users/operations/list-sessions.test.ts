import { describe, expect, it } from 'vitest';
import { addPerson, logInAs } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('GET /ext/v1/sessions', () => {
  it('200 with the sessions of the person and of nobody else, without their secrets', async () => {
    const person = await addPerson(service);
    await addPerson(service);
    const { cookie } = await logInAs(service, { email: person.email });
    const { status, body, text } = await person.production.get('/ext/v1/sessions');
    expect([status, body.data.length]).toEqual([200, 2]);
    const current = body.data.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
    expect(current).toMatchObject([{ id: person.sessionId, address: '203.0.113.7', browser: 'Browser' }]);
    expect(body.data.every((each: { organizationId: string }) => each.organizationId === 'default')).toBe(
      true,
    );
    for (const secret of [cookie ?? '', person.cookie]) expect(text).not.toContain(secret);
  });
});
