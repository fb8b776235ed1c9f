import { longOperation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { tooManyTries } from '#platform/logins/problems.ts';
import { answerWithCookie, COOKIE_HEADER } from '../answer-session.ts';
import { removeFactor } from '../change-factor.ts';
import { codeWrong } from '../problems.ts';
import { CodeRequest } from '../schema-factors.ts';

export const removeTotp = longOperation({
  id: 'removeTotp',
  method: 'POST',
  route: '/ext/v1/user/totp/remove',
  scope: null,
  needsUser: true,
  needsOwnLogin: true,
  summary: "Remove the user's second factor, with a code or a recovery code",
  description: 'Wrong codes count like failed logins. Replaces the cookie of the session.',
  request: { body: CodeRequest },
  response: { status: 200, body: Success, headers: COOKIE_HEADER },
  problems: [codeWrong, tooManyTries],
  returnsSecret: true,
  async handleLong(context, { body }) {
    const cookie = await removeFactor(context, body.code);
    return answerWithCookie(context, { status: 200, body: { success: true }, ...cookie });
  },
});
