import { describe, expect, it } from 'vitest';
import { addPasskey, logInWithPasskey } from '#test/passkeys.ts';
import { addPerson } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('GET /ext/v1/user/passkeys', () => {
  it('200 with those of the person and their last use, in the order in which they were added', async () => {
    const [person, other] = [await addPerson(service), await addPerson(service)];
    const first = await addPasskey(service, person, { name: 'Laptop' });
    await addPasskey(service, other, { name: 'Phone of somebody else' });
    const { session } = await addPasskey(service, first.session, { name: 'Phone' });
    await logInWithPasskey(service, first.authenticator);
    const { status, body, text } = await session.sandbox.get('/ext/v1/user/passkeys');
    expect([status, body.data.map(({ name }: { name: string }) => name)]).toEqual([200, ['Laptop', 'Phone']]);
    expect(body.data.map((each: { lastUsedAt?: string }) => each.lastUsedAt !== undefined)).toEqual([
      true,
      false,
    ]);
    expect(text).not.toContain(first.authenticator.id);
  });

  it('403 for a key', async () => {
    expect((await service.production.get('/ext/v1/user/passkeys')).status).toBe(403);
  });
});
