import { longOperation } from '#platform/http/operation.ts';
import { answerWithCookie, COOKIE_HEADER } from '../answer-session.ts';
import { finishTotp } from '../change-factor.ts';
import { codeWrong } from '../problems.ts';
import { CodeRequest, RecoveryCodes } from '../schema-factors.ts';

export const confirmTotp = longOperation({
  id: 'confirmTotp',
  method: 'POST',
  route: '/ext/v1/user/totp/confirm',
  scope: null,
  needsUser: true,
  needsOwnLogin: true,
  summary: 'Make an authenticator app the second factor, with a code from it',
  description:
    'From here on a login needs a code. The response has recovery codes, each good for one login, which ' +
    'cannot be shown again. Ends all other sessions of the user and replaces the cookie of this one.',
  request: { body: CodeRequest },
  response: { status: 200, body: RecoveryCodes, headers: COOKIE_HEADER },
  problems: [codeWrong],
  returnsSecret: true,
  async handleLong(context, { body }) {
    const { recoveryCodes, cookie } = await finishTotp(context, body.code);
    return answerWithCookie(context, { status: 200, body: { recoveryCodes }, ...cookie });
  },
});
