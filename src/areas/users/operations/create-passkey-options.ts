import { longOperation } from '#platform/http/operation.ts';
import { loginsBusy, tooManyTries } from '#platform/logins/problems.ts';
import { beginPasskey } from '../passkeys/add-passkey.ts';
import {
  codeWrong,
  credentialsRejected,
  freshLoginNeeded,
  passkeysUnavailable,
  passwordWrong,
  tooManyPasskeys,
} from '../problems.ts';
import { ConfirmationRequest, PasskeyOptions } from '../schema-passkeys.ts';

export const createPasskeyOptions = longOperation({
  id: 'createPasskeyOptions',
  method: 'POST',
  route: '/ext/v1/user/passkeys/options',
  scope: null,
  needsUser: true,
  needsOwnLogin: true,
  summary: 'Begin to add a passkey',
  description:
    'The response is for the authenticator, whose response `POST /ext/v1/user/passkeys` takes within 5 ' +
    'minutes, in the same session. Wrong passwords and codes count like failed logins.',
  request: { body: ConfirmationRequest },
  response: { status: 201, body: PasskeyOptions },
  problems: [
    ...[freshLoginNeeded, passwordWrong, codeWrong, credentialsRejected],
    ...[passkeysUnavailable, tooManyPasskeys, tooManyTries, loginsBusy],
  ],
  returnsSecret: true,
  handleLong: async (context, { body }) => ({ options: await beginPasskey(context, body) }),
});
