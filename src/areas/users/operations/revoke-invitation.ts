import { operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { invitationNotFound } from '../problems.ts';
import { InvitationParams } from '../schema.ts';
import { deleteInvitation } from '../store/invitations.ts';

export const revokeInvitation = operation({
  id: 'revokeInvitation',
  method: 'DELETE',
  route: '/ext/v1/invitations/{invitation_id}',
  scope: 'org:write',
  summary: 'Revoke an invitation',
  request: { params: InvitationParams },
  response: { status: 200, body: Success },
  problems: [invitationNotFound],
  async handle({ tx, org }, { params }) {
    const id = params.invitation_id;
    if (!(await deleteInvitation(tx, org, id))) throw invitationNotFound({ id });
    return { success: true };
  },
});
