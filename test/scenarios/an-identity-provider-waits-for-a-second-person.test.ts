import { beforeAll, expect, it } from 'vitest';
import { idOf, type Office, openOffice, outcomeOf } from '#test/approval-scenario.ts';
import { allowDomain, claimsOf, logInAt, settingsOf } from '#test/oidc.ts';
import { asOwner } from '#test/people.ts';
import { useService } from '#test/running-app.ts';
import { type ScriptedProvider, scriptedProvider } from '#test/scripted-identity-provider.ts';
import { LOCAL_TARGETS } from '#test/webhook-receiver.ts';

/** Whoever chooses the provider could log in as another member, and approve requests as that one. */
const service = useService(LOCAL_TARGETS);
const PATH = '/ext/v1/identity_provider';
let office: Office;
let provider: ScriptedProvider;
beforeAll(async () => {
  provider = await scriptedProvider();
  office = await openOffice(service, 'vouched');
  await allowDomain(service, 'vouched');
  // Of production, where people log in.
  await office.ann.production.must.put('/ext/v1/approval_policy', { rules: [{ kind: 'REFUND' }] });
});

const issuer = async () => (await office.ann.production.must.get(PATH)).issuer;

it('is not chosen by one person, and its secret is shown to nobody', async () => {
  const { ann, bob } = office;
  const held = await ann.production.put(PATH, settingsOf(provider));
  expect(outcomeOf(held)).toBe('409 APPROVAL_REQUIRED');
  expect(await issuer()).toBeUndefined();

  const id = idOf(held);
  const shown = await bob.production.must.get(`/ext/v1/approvals/${id}`);
  expect(shown).toMatchObject({ kinds: ['ACCESS'], operationId: 'setIdentityProvider' });
  expect(JSON.parse(shown.requestBody)).toMatchObject({
    ...{ issuer: provider.issuer, clientSecret: '[secret]' },
  });
  expect(await storedTexts()).not.toContain(provider.clientSecret);

  // What is executed has the secret: the provider accepts it.
  await bob.production.must.post(`/ext/v1/approvals/${id}/approve`);
  const claims = claimsOf('member');
  expect((await logInAt(service, provider, { organizationId: 'vouched', claims })).status).toBe(201);
  expect(await storedTexts()).toContain('"sealed_body": null');
});

it('is removed by two persons where deletions wait, too', async () => {
  const { ann, bob } = office;
  await ann.production.must.put('/ext/v1/approval_policy', {
    rules: [{ kind: 'REFUND' }, { kind: 'DELETION' }],
  });
  const held = await ann.production.delete(PATH);
  expect(outcomeOf(held)).toBe('409 APPROVAL_REQUIRED');
  await bob.production.must.post(`/ext/v1/approvals/${idOf(held)}/approve`);
  expect(await issuer()).toBeUndefined();
});

async function storedTexts(): Promise<string> {
  const { rows } = await asOwner(service, (owner) =>
    owner.query('select to_jsonb(approvals)::text as text from approvals'),
  );
  return rows.map(({ text }) => text).join('\n');
}
