import { longOperation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { loginsBusy, tooManyTries } from '#platform/logins/problems.ts';
import { answerWithCookie, COOKIE_HEADER } from '../answer-session.ts';
import { removePasskey as remove } from '../passkeys/remove-passkey.ts';
import {
  codeWrong,
  credentialsRejected,
  freshLoginNeeded,
  lastWayIn,
  passkeyNotFound,
  passwordWrong,
} from '../problems.ts';
import { ConfirmationRequest, PasskeyParams } from '../schema-passkeys.ts';

export const removePasskey = longOperation({
  id: 'removePasskey',
  method: 'POST',
  route: '/ext/v1/user/passkeys/{passkey_id}/remove',
  scope: null,
  needsUser: true,
  needsOwnLogin: true,
  summary: "Remove one of the user's own passkeys",
  description:
    'Sessions that it began go on. Wrong passwords and codes count like failed logins. Replaces the cookie ' +
    'of the session.',
  request: { params: PasskeyParams, body: ConfirmationRequest },
  response: { status: 200, body: Success, headers: COOKIE_HEADER },
  problems: [
    ...[passkeyNotFound, lastWayIn, freshLoginNeeded, passwordWrong, codeWrong],
    ...[credentialsRejected, tooManyTries, loginsBusy],
  ],
  returnsSecret: true,
  async handleLong(context, { params, body }) {
    const cookie = await remove(context, params.passkey_id, body);
    return answerWithCookie(context, { status: 200, body: { success: true }, ...cookie });
  },
});
