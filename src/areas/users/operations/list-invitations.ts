import { realNow } from '#platform/db/clock.ts';
import { operation } from '#platform/http/operation.ts';
import { describeInvitation } from '../describe-user.ts';
import { InvitationPage } from '../schema.ts';
import { invitationList, listInvitations as listRows } from '../store/invitations.ts';

export const listInvitations = operation({
  id: 'listInvitations',
  method: 'GET',
  route: '/ext/v1/invitations',
  scope: 'org:read',
  summary: 'List invitations that nobody has accepted yet',
  response: { status: 200, body: InvitationPage },
  list: invitationList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listRows(tx, org, page);
    return { data: rows.map((row) => describeInvitation(row, realNow())), nextToken };
  },
});
