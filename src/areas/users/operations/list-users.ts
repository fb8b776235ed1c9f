import { operation } from '#platform/http/operation.ts';
import { describeUser } from '../describe-user.ts';
import { UserPage } from '../schema.ts';
import { listMembers, userList } from '../store/memberships.ts';

export const listUsers = operation({
  id: 'listUsers',
  method: 'GET',
  route: '/ext/v1/users',
  scope: 'org:read',
  summary: 'List the users of the organization',
  description:
    'Under the base URL of production: those who may use both environments. Under that of the sandbox: ' +
    'those who may use the sandbox only.',
  response: { status: 200, body: UserPage },
  list: userList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listMembers(tx, org, page);
    return { data: rows.map(describeUser), nextToken };
  },
});
