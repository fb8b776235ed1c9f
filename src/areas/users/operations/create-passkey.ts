import { longOperation } from '#platform/http/operation.ts';
import { answerWithCookie, COOKIE_HEADER } from '../answer-session.ts';
import { describePasskey } from '../describe-passkey.ts';
import { finishPasskey } from '../passkeys/add-passkey.ts';
import { passkeyExists, passkeyResponseInvalid, passkeysUnavailable, tooManyPasskeys } from '../problems.ts';
import { CreatePasskeyRequest, Passkey } from '../schema-passkeys.ts';

export const createPasskey = longOperation({
  id: 'createPasskey',
  method: 'POST',
  route: '/ext/v1/user/passkeys',
  scope: null,
  needsUser: true,
  needsOwnLogin: true,
  summary: 'Add a passkey that an authenticator has made',
  description:
    'It logs the user in to every organization, without a password or a code. The session counts as begun ' +
    'with two factors from here on, and gets another cookie.',
  request: { body: CreatePasskeyRequest },
  response: { status: 201, body: Passkey, headers: COOKIE_HEADER },
  problems: [passkeyResponseInvalid, passkeyExists, tooManyPasskeys, passkeysUnavailable],
  returnsSecret: true,
  async handleLong(context, { body }) {
    const { passkey, cookie } = await finishPasskey(context, body);
    return answerWithCookie(context, { status: 201, body: describePasskey(passkey), ...cookie });
  },
});
