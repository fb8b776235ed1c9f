import { anonymousOperation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { passwordTooCommon } from '#platform/logins/problems.ts';
import { setPassword } from '../login/set-password.ts';
import { passwordTokenInvalid } from '../problems.ts';
import { PortalPasswordRequest } from '../schema.ts';

export const setPortalPassword = anonymousOperation({
  id: 'setPortalPassword',
  method: 'POST',
  route: '/ext/v1/portal/password',
  scope: null,
  summary: 'Set the password of a contact with a mailed code',
  description: 'Needs no credential. Ends all portal tokens of the contact.',
  request: { body: PortalPasswordRequest },
  response: { status: 200, body: Success },
  problems: [passwordTokenInvalid, passwordTooCommon],
  async handleAnonymous(context, { body }) {
    await setPassword(context, body);
    return { success: true };
  },
});
