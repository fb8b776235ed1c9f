import { describe, expect, it } from 'vitest';
import { addPerson } from '#test/people.ts';
import { forgetting } from '#test/portal.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('PATCH /ext/v1/user', () => {
  it('200 and the name is the new one, of this person only, also in the audit log', async () => {
    const [person, other] = [await addPerson(service), await addPerson(service, { name: 'Bob' })];
    expect((await person.production.patch('/ext/v1/user', { name: 'Ann Newname' })).status).toBe(200);
    await forgetting();
    const { data } = await service.production.must.get('/ext/v1/users');
    const nameOf = ({ id }: { id: string }) => data.find((each: { id: string }) => each.id === id).name;
    expect([nameOf(person), nameOf(other)]).toEqual(['Ann Newname', 'Bob']);
    await person.production.must.post('/addons', { name: 'By Ann', type: 'LICENSE' });
    const log = await service.production.must.get('/ext/v1/audit_log?entity_type=ADD_ON');
    expect(log.data[0].actor).toMatchObject({ type: 'USER', id: person.id, name: 'Ann Newname' });
  });

  it('400 for an empty name', async () => {
    const { sandbox } = await addPerson(service);
    expect((await sandbox.patch('/ext/v1/user', { name: ' ' })).status).toBe(400);
  });
});
