import { anonymousOperation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { mailPasswordTokens } from '../login/mail-password-token.ts';
import { tooManyTries } from '../problems.ts';
import { PortalPasswordMailRequest } from '../schema.ts';

export const requestPortalPassword = anonymousOperation({
  id: 'requestPortalPassword',
  method: 'POST',
  route: '/ext/v1/portal/password_mail',
  scope: null,
  summary: 'Mail a way to a new password',
  description:
    'Takes no credential, and answers the same whether anybody has the e-mail. The mail has a code that ' +
    'sets a password once within an hour, or a link to the setting PORTAL_PASSWORD_URL with the code ' +
    'behind `#token=`. In 30 minutes an address may ask 5 times, and 5 times may be asked for an e-mail.',
  request: { body: PortalPasswordMailRequest },
  response: { status: 202, body: Success },
  problems: [tooManyTries],
  async handleAnonymous(context, { body }) {
    await mailPasswordTokens(context, body);
    return { success: true };
  },
});
