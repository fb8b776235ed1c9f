import { operation } from '#platform/http/operation.ts';
import { describeUser } from '../describe-user.ts';
import { userNotFound } from '../problems.ts';
import { User, UserParams } from '../schema.ts';
import { findMember } from '../store/memberships.ts';

export const getUser = operation({
  id: 'getUser',
  method: 'GET',
  route: '/ext/v1/users/{user_id}',
  scope: 'org:read',
  summary: 'Get a user of the organization',
  request: { params: UserParams },
  response: { status: 200, body: User },
  problems: [userNotFound],
  async handle({ tx, org }, { params }) {
    const member = await findMember(tx, org, params.user_id);
    if (!member) throw userNotFound({ id: params.user_id });
    return describeUser(member);
  },
});
