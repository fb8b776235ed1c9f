import { listRights } from '#areas/users/index.ts';
import { type Context, operation, type Scope } from '#platform/http/operation.ts';
import { GetRecordNamesRequest, type RecordName, RecordNames } from '../schema.ts';
import { listNames, type NamedKind } from '../store.ts';

/** Any of them reads the names of a kind. */
const SCOPES: Record<NamedKind, readonly Scope[]> = {
  accounts: ['accounts:read'],
  customers: ['customers:read'],
  apiKeys: ['org:read', 'requests:read'],
  invoices: ['invoices:read'],
};

export const getRecordNames = operation({
  id: 'getRecordNames',
  method: 'POST',
  route: '/ext/v1/record_names',
  scope: null,
  summary: 'Get the names of records by their ids',
  description:
    'For lists whose rows have only ids, such as those of payments. Unknown ids are left out, and so are ' +
    'records that the caller may not read.',
  request: { body: GetRecordNamesRequest },
  response: { status: 200, body: RecordNames },
  problems: [],
  isRead: true,
  async handle(context, { body }) {
    const { tx, org, actor } = context;
    const read = (kind: NamedKind, ids: readonly string[] = []) => {
      const isAllowed = SCOPES[kind].some((scope) => actor.scopes.has(scope));
      return isAllowed && ids.length > 0 ? listNames(tx, org, { kind, ids }) : [];
    };
    // Sent as one batch.
    const [accounts, customers, apiKeys, invoices, users] = await Promise.all([
      read('accounts', body.accountIds),
      read('customers', body.customerIds),
      read('apiKeys', body.apiKeyIds),
      read('invoices', body.invoiceIds),
      actor.scopes.has('org:read') ? readMembers(context, body.userIds) : [],
    ]);
    return { accounts, customers, apiKeys, invoices, users };
  },
});

/** An organization has few members; of a sandbox, those of production are members, too. */
async function readMembers(
  { tx, org }: Pick<Context, 'tx' | 'org'>,
  ids: readonly string[] = [],
): Promise<RecordName[]> {
  if (ids.length === 0) return [];
  const members = await listRights(tx, org);
  const named = new Map(members.map(({ id, name }) => [id, { id, name }]));
  return ids.toSorted().flatMap((id) => named.get(id) ?? []);
}
