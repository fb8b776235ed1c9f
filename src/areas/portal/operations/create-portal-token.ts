import { accountNotFound } from '#areas/accounts/index.ts';
import { customerNotFound } from '#areas/customers/index.ts';
import { operation } from '#platform/http/operation.ts';
import { issueToken } from '../issue-token.ts';
import { accountsAmbiguous, customerClosed } from '../problems.ts';
import { getCustomer, readAccounts } from '../read-contact.ts';
import { DelegateTokenRequest, Token } from '../schema.ts';

export const createPortalToken = operation({
  id: 'createPortalToken',
  method: 'POST',
  route: '/portal/token',
  scope: 'portal:write',
  summary: 'Issue a read-only portal token for accounts of a customer',
  description:
    'Covers up to five accounts, or all accounts of the customer. It is valid for 24 hours at most and ' +
    'does not outlive the requesting credential.',
  request: { body: DelegateTokenRequest },
  response: { status: 200, body: Token },
  problems: [customerNotFound, accountNotFound, customerClosed, accountsAmbiguous],
  returnsSecret: true,
  async handle(context, { body }) {
    const { tx, org, actor } = context;
    const hasAllAccounts = (body.allAccountsAccess ?? false) || (body.allAccountAccess ?? false);
    if (hasAllAccounts === (body.accountIds !== undefined)) throw accountsAmbiguous();
    const customer = await getCustomer(tx, org, body.customerId);
    if (customer.status === 'ARCHIVED') throw customerClosed({ id: customer.id });
    const names = body.accountIds ?? [];
    const accountIds = await readAccounts(tx, org, { customerId: customer.id, names });
    const access = { hasAllAccounts, accountIds, mode: 'READ' as const };
    const token = await issueToken(context, {
      ...{ ...access, customerId: customer.id, contact: null, key: actor },
      lifeSeconds: body.expiry,
      atMostUntil: actor.expiresAt,
    });
    return { token };
  },
});
