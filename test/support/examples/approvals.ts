import '#areas/approvals/tables.ts';
import { describeEffects } from '#areas/approvals/rules.ts';
import { type ApprovalRow, insertApproval } from '#areas/approvals/store/approvals.ts';
import { hashBody } from '#platform/db/idempotency.ts';
import { newId } from '#platform/ids.ts';
import { openAccount } from '../billing-scenario.ts';
import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';
import { orgOf } from '../invoice-rows.ts';
import { addPerson } from '../people.ts';
import type { Service } from '../running-app.ts';
import { serviceOf } from './person-of-world.ts';

const AT = Temporal.Instant.from('2030-01-01T00:00:00Z');

interface Asking {
  organization: string;
  accountId: string;
  requester: Pick<ApprovalRow, 'requesterType' | 'requesterId' | 'requesterName' | 'personId'>;
}

/** A request to archive an account, which waits since the beginning of 2030. */
export async function keepApproval(
  service: Service,
  { organization, accountId, requester }: Asking,
): Promise<string> {
  const org = await orgOf(service, 'sandbox', organization);
  const id = newId('apr', AT);
  const subject = { type: 'account', id: accountId };
  const effect = { kind: 'DELETION', action: 'DELETE', subject, accountId: null, money: null } as const;
  await service.app.database.transaction({ orgId: org.orgId, access: 'write' }, (tx) =>
    insertApproval(tx, {
      ...{ orgId: org.orgId, id, status: 'PENDING', operationId: 'archiveAccount', method: 'DELETE' },
      ...{ summary: 'Archive an account', scope: 'accounts:write', body: null, ifMatch: null },
      ...{ url: `/sandbox/accounts/${accountId}`, baseUrl: 'http://localhost', bodyHash: hashBody('') },
      ...{ idempotencyKey: null, ...requester, ...describeEffects([effect]), reason: 'Has moved' },
      ...{ createdAt: AT, updatedAt: AT, expiresAt: AT.add({ hours: 7 * 24 }) },
    }),
  );
  return id;
}

/** One that the second member has sent. */
export async function keepApprovals(service: Service, organization: string, userId: string) {
  const requester = askerOf(userId);
  return { approval_id: await keepApproval(service, { organization, accountId: 'gone', requester }) };
}

function askerOf(userId: string): Asking['requester'] {
  return { requesterType: 'USER', requesterId: userId, requesterName: 'Bob Example', personId: userId };
}

/** The second member asks to archive an account that nothing else needs. */
async function askAsMember(world: World): Promise<void> {
  const { client, ids } = world;
  const accountId = `closing-${newId('x', AT)}`;
  await openAccount(client, accountId);
  const asking = {
    organization: ids.organization_id ?? '',
    accountId,
    requester: askerOf(ids.user_id ?? ''),
  };
  ids.approval_id = await keepApproval(serviceOf(client), asking);
}

/** The caller itself has asked. */
async function askAsCaller({ client, ids }: World): Promise<void> {
  const userId = ids.own_user_id ?? '';
  const isPerson = client.key.startsWith('tallymark_session=');
  const { data } = await client.must.get('/ext/v1/api_keys?pageSize=100');
  const first = data.at(-1);
  const { id, name } = isPerson ? { id: userId, name: 'Ann Example' } : first;
  ids.approval_id = await keepApproval(serviceOf(client), {
    ...{ organization: ids.organization_id ?? '', accountId: 'gone' },
    requester: {
      ...{ requesterType: isPerson ? 'USER' : 'API_KEY', requesterId: id, requesterName: name },
      personId: userId,
    },
  });
}

export const approvalExamples: Record<string, (world: World) => ExampleRequest> = {
  updateApproval: (world) => ({
    prepare: () => askAsCaller(world),
    body: { reason: 'The customer has left' },
  }),
  cancelApproval: (world) => ({ prepare: () => askAsCaller(world) }),
  approveRequest: (world) => ({ prepare: () => askAsMember(world), body: { comment: 'Checked' } }),
  rejectRequest: (world) => ({ prepare: () => askAsMember(world), body: { comment: 'Still in use' } }),
  setApprovalPolicy: ({ client, ids }) => ({
    prepare: () =>
      addPerson(serviceOf(client), { organization: ids.organization_id ?? '', environment: 'sandbox' }),
    body: {
      rules: [
        { kind: 'FINALIZATION', limits: [{ currency: 'USD', amount: 1000000 }] },
        { kind: 'REFUND', limits: [{ currency: 'USD', amount: 1000 }] },
      ],
      exemptApiKeyIds: [],
    },
  }),
};
