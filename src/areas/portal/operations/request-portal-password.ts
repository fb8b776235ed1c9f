import { anonymousOperation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { tooManyTries } from '#platform/logins/problems.ts';
import { mailPasswordTokens } from '../login/mail-password-token.ts';
import { PortalPasswordMailRequest } from '../schema.ts';

export const requestPortalPassword = anonymousOperation({
  id: 'requestPortalPassword',
  method: 'POST',
  route: '/ext/v1/portal/password_mail',
  scope: null,
  summary: 'Mail a code to set a new password',
  description:
    'Needs no credential, and the response is the same whether or not a contact has the e-mail. The mail ' +
    'contains a code that sets a password once within an hour, or a link to the setting ' +
    'PORTAL_PASSWORD_URL with the code after `#token=`. Limits in 30 minutes: 5 requests from an ' +
    'address, and 5 for an e-mail.',
  request: { body: PortalPasswordMailRequest },
  response: { status: 202, body: Success },
  problems: [tooManyTries],
  async handleAnonymous(context, { body }) {
    await mailPasswordTokens(context, body);
    return { success: true };
  },
});
