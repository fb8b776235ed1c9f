import { anonymousOperation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { passwordTooCommon } from '#platform/logins/problems.ts';
import { linkInvalid } from '../problems.ts';
import { resetPassword as reset } from '../reset-password.ts';
import { ResetPasswordRequest } from '../schema.ts';

export const resetPassword = anonymousOperation({
  id: 'resetPassword',
  method: 'POST',
  route: '/ext/v1/password_resets/confirm',
  scope: null,
  summary: 'Set a new password with a mailed link',
  description: 'Needs no credential. Ends all sessions of the user, in every organization.',
  request: { body: ResetPasswordRequest },
  response: { status: 200, body: Success },
  problems: [linkInvalid, passwordTooCommon],
  async handleAnonymous(context, { body }) {
    await reset(context, body);
    return { success: true };
  },
});
