import { operation } from '#platform/http/operation.ts';
import { tooManyTries } from '#platform/logins/problems.ts';
import { createInvitation as create } from '../create-invitation.ts';
import { alreadyInvited, alreadyMember, roleAmbiguous, roleNotFound, roleScopeNotHeld } from '../problems.ts';
import { CreateInvitationRequest, Invitation } from '../schema.ts';

export const createInvitation = operation({
  id: 'createInvitation',
  method: 'POST',
  route: '/ext/v1/invitations',
  scope: 'org:write',
  summary: 'Invite a person to the organization',
  description:
    'Mails a link that is good once, within seven days. Under the base URL of production the person may ' +
    'use both environments, under that of the sandbox only the sandbox. The caller must hold every ' +
    'scope of the role. Without a mail server the link is also printed on the terminal of the service.',
  request: { body: CreateInvitationRequest },
  response: { status: 201, body: Invitation },
  problems: [...[alreadyInvited, alreadyMember, roleAmbiguous, roleNotFound, roleScopeNotHeld], tooManyTries],
  handle: (context, { body }) => create(context, body),
});
