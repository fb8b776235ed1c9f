import { longOperation } from '#platform/http/operation.ts';
import { loginsBusy, tooManyTries } from '#platform/logins/problems.ts';
import { beginTotp } from '../change-factor.ts';
import { factorExists, passwordWrong } from '../problems.ts';
import { CreateTotpRequest, TotpSecret } from '../schema-factors.ts';

export const createTotp = longOperation({
  id: 'createTotp',
  method: 'POST',
  route: '/ext/v1/user/totp',
  scope: null,
  needsUser: true,
  needsOwnLogin: true,
  summary: 'Begin to set up an authenticator app as second factor',
  description:
    'The response has the secret for the app; it counts once the app has shown a code ' +
    '(`POST /ext/v1/user/totp/confirm`). Wrong passwords count like failed logins.',
  request: { body: CreateTotpRequest },
  response: { status: 201, body: TotpSecret },
  problems: [passwordWrong, factorExists, tooManyTries, loginsBusy],
  returnsSecret: true,
  handleLong: (context, { body }) => beginTotp(context, body.currentPassword),
});
