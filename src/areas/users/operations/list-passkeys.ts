import { operation } from '#platform/http/operation.ts';
import { describePasskey } from '../describe-passkey.ts';
import { ownSession } from '../own-session.ts';
import { Passkeys } from '../schema-passkeys.ts';
import { listPasskeys as listRows } from '../store/passkeys.ts';

export const listPasskeys = operation({
  id: 'listPasskeys',
  method: 'GET',
  route: '/ext/v1/user/passkeys',
  scope: null,
  needsUser: true,
  needsOwnLogin: true,
  summary: "List the user's own passkeys",
  response: { status: 200, body: Passkeys },
  handle: async ({ tx, actor }) => ({
    data: (await listRows(tx, ownSession(actor).userId)).map(describePasskey),
  }),
});
