import { describe, expect, it } from 'vitest';
import { addPerson } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('GET /ext/v1/session', () => {
  it('200 with the organizations of the person and what it may do in the current one', async () => {
    await service.createOrganization('second');
    const person = await addPerson(service, { role: 'ANALYST' });
    await addPerson(service, { organization: 'second', role: 'FINANCE', of: person });
    const { status, body } = await person.production.get('/ext/v1/session');
    expect([status, body.role, body.roleName]).toEqual([200, 'ANALYST', 'Analyst']);
    expect(body.scopes.every((scope: string) => scope.endsWith(':read'))).toBe(true);
    const roles = body.memberships.map(
      (each: { organizationId: string; role: string }) => `${each.organizationId} ${each.role}`,
    );
    expect(roles.sort()).toEqual(['default ANALYST', 'second FINANCE']);
    expect(body.instance.version).toBe('test');
    expect(body.session.id).toBe(person.sessionId);
  });

  it('200 in the sandbox, with the same rights', async () => {
    const person = await addPerson(service, { role: 'FINANCE' });
    const { status, body } = await person.sandbox.get('/ext/v1/session');
    expect([status, body.role]).toEqual([200, 'FINANCE']);
  });

  it('200 in the sandbox only for a member of the sandbox; 401 in production', async () => {
    const person = await addPerson(service, { environment: 'sandbox' });
    const { status, body } = await person.sandbox.get('/ext/v1/session');
    expect([status, body.environments]).toEqual([200, [{ environment: 'sandbox', basePath: '/sandbox' }]]);
    expect((await person.production.get('/ext/v1/session')).status).toBe(401);
    expect((await person.production.get('/customers')).status).toBe(401);
  });

  it('403 for a key', async () => {
    const { status, body } = await service.production.get('/ext/v1/session');
    expect([status, body.message]).toEqual([
      403,
      'forbidden: this operation is for a person who has logged in, not for a program',
    ]);
  });
});
