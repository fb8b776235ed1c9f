import { operation } from '#platform/http/operation.ts';
import { describePasskey } from '../describe-passkey.ts';
import { ownSession } from '../own-session.ts';
import { passkeyNotFound } from '../problems.ts';
import { Passkey, PasskeyParams, RenamePasskeyRequest } from '../schema-passkeys.ts';
import { renamePasskey as rename } from '../store/passkeys.ts';

export const renamePasskey = operation({
  id: 'renamePasskey',
  method: 'PATCH',
  route: '/ext/v1/user/passkeys/{passkey_id}',
  scope: null,
  needsUser: true,
  needsOwnLogin: true,
  summary: "Rename one of the user's own passkeys",
  request: { params: PasskeyParams, body: RenamePasskeyRequest },
  response: { status: 200, body: Passkey },
  problems: [passkeyNotFound],
  async handle({ tx, actor }, { params, body }) {
    const id = params.passkey_id;
    const renamed = await rename(tx, { userId: ownSession(actor).userId, id, name: body.name });
    if (!renamed) throw passkeyNotFound({ id });
    return describePasskey(renamed);
  },
});
