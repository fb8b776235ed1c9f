import { longOperation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { loginsBusy, passwordTooCommon, tooManyTries } from '#platform/logins/problems.ts';
import { answerWithCookie, COOKIE_HEADER } from '../answer-session.ts';
import { changeOwnPassword } from '../change-own-password.ts';
import { passwordWrong } from '../problems.ts';
import { ChangePasswordRequest } from '../schema.ts';

export const changePassword = longOperation({
  id: 'changePassword',
  method: 'PUT',
  route: '/ext/v1/user/password',
  scope: null,
  needsUser: true,
  needsOwnLogin: true,
  summary: "Change the user's own password",
  description:
    'Ends all other sessions of the user and replaces the cookie of this one. Wrong passwords count like ' +
    'failed logins.',
  request: { body: ChangePasswordRequest },
  response: { status: 200, body: Success, headers: COOKIE_HEADER },
  problems: [passwordWrong, passwordTooCommon, tooManyTries, loginsBusy],
  returnsSecret: true,
  async handleLong(context, { body }) {
    const cookie = await changeOwnPassword(context, body);
    return answerWithCookie(context, { status: 200, body: { success: true }, ...cookie });
  },
});
