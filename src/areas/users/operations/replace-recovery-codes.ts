import { longOperation } from '#platform/http/operation.ts';
import { tooManyTries } from '#platform/logins/problems.ts';
import { newCodes } from '../change-factor.ts';
import { codeWrong } from '../problems.ts';
import { CodeRequest, RecoveryCodes } from '../schema-factors.ts';

export const replaceRecoveryCodes = longOperation({
  id: 'replaceRecoveryCodes',
  method: 'POST',
  route: '/ext/v1/user/recovery_codes',
  scope: null,
  needsUser: true,
  needsOwnLogin: true,
  summary: 'Get new recovery codes, which end the old ones',
  description: 'Needs a code or a recovery code; wrong ones count like failed logins.',
  request: { body: CodeRequest },
  response: { status: 200, body: RecoveryCodes },
  problems: [codeWrong, tooManyTries],
  returnsSecret: true,
  handleLong: async (context, { body }) => ({ recoveryCodes: await newCodes(context, body.code) }),
});
