import { operation } from '#platform/http/operation.ts';
import { changeRole } from '../change-role.ts';
import { describeUser } from '../describe-user.ts';
import {
  approversTooFew,
  lastAdministrator,
  memberOutOfReach,
  roleAmbiguous,
  roleNotFound,
  roleScopeNotHeld,
  userNotFound,
} from '../problems.ts';
import { UpdateUserRequest, User, UserParams } from '../schema.ts';

export const updateUser = operation({
  id: 'updateUser',
  method: 'PATCH',
  route: '/ext/v1/users/{user_id}',
  scope: 'org:write',
  summary: 'Give a user another role',
  description:
    'Its sessions have the new rights within a second, and get another cookie at their next use. The ' +
    'caller must hold every scope of both roles. The last administrator stays one.',
  request: { params: UserParams, body: UpdateUserRequest },
  response: { status: 200, body: User },
  problems: [
    ...[userNotFound, memberOutOfReach, lastAdministrator, approversTooFew],
    ...[roleAmbiguous, roleNotFound, roleScopeNotHeld],
  ],
  handle: async (context, { params, body }) => describeUser(await changeRole(context, params.user_id, body)),
});
