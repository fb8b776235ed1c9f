import { realNow } from '#platform/db/clock.ts';
import { operation } from '#platform/http/operation.ts';
import { lacksScopes } from '#platform/problem.ts';
import { describeLogin } from '../describe-user.ts';
import { userNotFound } from '../problems.ts';
import { Logins, UserParams } from '../schema.ts';
import { findMember } from '../store/memberships.ts';
import { listSessionsOf } from '../store/sessions.ts';

export const listUserSessions = operation({
  id: 'listUserSessions',
  method: 'GET',
  route: '/ext/v1/users/{user_id}/sessions',
  scope: 'org:read',
  summary: 'List the sessions of a user in the organization',
  description: 'They have network addresses, so the caller needs the scope org:write, too.',
  request: { params: UserParams },
  response: { status: 200, body: Logins },
  problems: [userNotFound],
  async handle({ tx, org, actor }, { params }) {
    const member = await findMember(tx, org, params.user_id);
    if (!member) throw userNotFound({ id: params.user_id });
    if (!actor.scopes.has('org:write')) throw lacksScopes(['org:write']);
    const rows = await listSessionsOf(tx, { orgId: org.orgId, userId: member.id, now: realNow() });
    return { data: rows.map((row) => describeLogin(row, actor.user?.sessionId ?? null)) };
  },
});
