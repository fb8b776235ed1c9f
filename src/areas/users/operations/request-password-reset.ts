import { anonymousOperation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { tooManyTries } from '#platform/logins/problems.ts';
import { mailPasswordReset } from '../reset-password.ts';
import { PasswordResetRequest } from '../schema.ts';

export const requestPasswordReset = anonymousOperation({
  id: 'requestPasswordReset',
  method: 'POST',
  route: '/ext/v1/password_resets',
  scope: null,
  summary: 'Mail a link to set a new password',
  description:
    'Needs no credential, and the response is the same whether or not there is such a user. Limits in 30 ' +
    'minutes: 5 requests from an address, and 5 for an e-mail.',
  request: { body: PasswordResetRequest },
  response: { status: 202, body: Success },
  problems: [tooManyTries],
  async handleAnonymous(context, { body }) {
    await mailPasswordReset(context, body.email);
    return { success: true };
  },
});
