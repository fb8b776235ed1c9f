import { operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { lockManagedMember } from '../manage-member.ts';
import { checkApproversStay } from '../ports.ts';
import { approversTooFew, lastAdministrator, memberOutOfReach, userNotFound } from '../problems.ts';
import { UserParams } from '../schema.ts';
import { deleteMembership } from '../store/memberships.ts';
import { deleteUserWithoutMembership } from '../store/users.ts';

export const removeUser = operation({
  id: 'removeUser',
  method: 'DELETE',
  route: '/ext/v1/users/{user_id}',
  scope: 'org:write',
  summary: 'Remove a user from the organization',
  description:
    'Ends its sessions in the organization within a second. The name and the e-mail of a user who is in no ' +
    'organization any more are deleted; entries of the audit log keep the name. The caller must hold every ' +
    'scope of the user. The last administrator cannot be removed.',
  request: { params: UserParams },
  response: { status: 200, body: Success },
  problems: [userNotFound, memberOutOfReach, lastAdministrator, approversTooFew],
  deletes: 'user',
  async handle(context, { params }) {
    const { tx, org } = context;
    const { id } = await lockManagedMember(context, { userId: params.user_id, endsAdministration: true });
    await deleteMembership(tx, org, id);
    await checkApproversStay(context, [id]);
    await deleteUserWithoutMembership(tx, id);
    return { success: true };
  },
});
