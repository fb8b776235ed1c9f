import { operation } from '#platform/http/operation.ts';
import { tooManyTries } from '#platform/logins/problems.ts';
import { resendInvitation as resend } from '../create-invitation.ts';
import { invitationNotFound, roleScopeNotHeld } from '../problems.ts';
import { Invitation, InvitationParams } from '../schema.ts';

export const resendInvitation = operation({
  id: 'resendInvitation',
  method: 'POST',
  route: '/ext/v1/invitations/{invitation_id}/resend',
  scope: 'org:write',
  summary: 'Mail an invitation again, with a new link',
  description: 'Ends the previous link. The caller must hold every scope of the role.',
  request: { params: InvitationParams },
  response: { status: 200, body: Invitation },
  problems: [invitationNotFound, roleScopeNotHeld, tooManyTries],
  handle: (context, { params }) => resend(context, params.invitation_id),
});
