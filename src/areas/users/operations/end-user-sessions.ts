import { operation } from '#platform/http/operation.ts';
import { lockManagedMember } from '../manage-member.ts';
import { memberOutOfReach, userNotFound } from '../problems.ts';
import { EndedSessions, UserParams } from '../schema.ts';
import { endSessionsOf } from '../store/sessions.ts';

export const endUserSessions = operation({
  id: 'endUserSessions',
  method: 'DELETE',
  route: '/ext/v1/users/{user_id}/sessions',
  scope: 'org:write',
  summary: 'End all sessions of a user in the organization',
  description: 'The API rejects their cookies within a second. The caller must hold every scope of the user.',
  request: { params: UserParams },
  response: { status: 200, body: EndedSessions },
  problems: [userNotFound, memberOutOfReach],
  async handle(context, { params }) {
    const { tx, org } = context;
    const { id } = await lockManagedMember(context, { userId: params.user_id, endsAdministration: false });
    return { ended: await endSessionsOf(tx, { orgId: org.orgId, userId: id }) };
  },
});
