import { beforeAll, describe, expect, it } from 'vitest';
import { allowDomain, settingsOf } from '#test/oidc.ts';
import { addPerson, sendAsPage } from '#test/people.ts';
import { useService } from '#test/running-app.ts';
import { scriptedProvider } from '#test/scripted-identity-provider.ts';
import { LOCAL_TARGETS } from '#test/webhook-receiver.ts';

const service = useService(LOCAL_TARGETS);
const PATH = '/ext/v1/sessions/identity_providers';

beforeAll(async () => {
  const provider = await scriptedProvider();
  for (const id of ['one', 'two']) {
    const { production } = await service.createOrganization(id);
    await allowDomain(service, id);
    if (id === 'two') await allowDomain(service, id, 'two.example');
    const emailDomains = id === 'two' ? ['acme.example', 'two.example'] : ['acme.example'];
    await production.must.put('/ext/v1/identity_provider', settingsOf(provider, { name: id, emailDomains }));
  }
  const { sandbox } = await service.createOrganization('box');
  await allowDomain(service, 'box', 'box.example');
  const own = settingsOf(provider, { name: 'box', emailDomains: ['box.example'] });
  await sandbox.must.put('/ext/v1/identity_provider', own);
});

const find = async (sent: object, base = '') => {
  const { status, body } = await sendAsPage(service, base + PATH, { ...sent });
  return [status, ...body.data.map(({ name }: { name: string }) => name)];
};

describe('POST /ext/v1/sessions/identity_providers', () => {
  it('200 with those of the domain of an e-mail, whether or not there is such a user', async () => {
    await addPerson(service, { email: 'known@acme.example' });
    for (const email of ['known@acme.example', 'Nobody@ACME.example'])
      expect(await find({ email })).toEqual([200, 'one', 'two']);
    expect(await find({ email: 'a@two.example' })).toEqual([200, 'two']);
    for (const email of ['a@sub.acme.example', 'a@elsewhere.example', 'acme.example@x.example'])
      expect(await find({ email })).toEqual([200]);
  });

  it('200 with that of an organization, and nothing for one without or for none', async () => {
    expect(await find({ organizationId: 'two' })).toEqual([200, 'two']);
    for (const organizationId of ['default', 'nobody', 'box'])
      expect(await find({ organizationId })).toEqual([200]);
    expect(await find({})).toEqual([200]);
  });

  it("200 in the sandbox with its own, and with production's, whose members may use it", async () => {
    expect(await find({ email: 'a@box.example' })).toEqual([200]);
    expect(await find({ email: 'a@box.example' }, '/sandbox')).toEqual([200, 'box']);
    expect(await find({ organizationId: 'box' }, '/sandbox')).toEqual([200, 'box']);
    expect(await find({ organizationId: 'two' }, '/sandbox')).toEqual([200, 'two']);
  });
});
