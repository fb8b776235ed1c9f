import { describe, expect, it } from 'vitest';
import { idOf, openOffice, setPolicy } from '#test/approval-scenario.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { addPerson } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('GET /ext/v1/approval_counts', () => {
  it('200 with those that wait, and of them those that the caller can approve', async () => {
    const office = await openOffice(service, 'acme');
    const { ann, bob, program } = office;
    const finance = await addPerson(service, { organization: 'acme', role: 'FINANCE' });
    await setPolicy(office, [{ kind: 'DELETION' }]);
    for (const id of ['one', 'two']) await openAccount(program, id);
    const first = idOf(await ann.sandbox.delete('/accounts/one'));
    await bob.sandbox.delete('/accounts/two');
    // FINANCE approves, but cannot archive accounts; the API key is nobody.
    const counts = (by: { get(path: string): Promise<{ body: unknown }> }) =>
      by.get('/ext/v1/approval_counts').then(({ body }) => body);
    expect(await counts(ann.sandbox)).toEqual({ waiting: 2, forCaller: 1 });
    expect(await counts(finance.sandbox)).toEqual({ waiting: 2, forCaller: 0 });
    expect(await counts(program)).toEqual({ waiting: 2, forCaller: 0 });
    await bob.sandbox.must.post(`/ext/v1/approvals/${first}/approve`);
    expect(await counts(bob.sandbox)).toEqual({ waiting: 1, forCaller: 0 });
  });
});
