import type { Actor } from '#platform/http/operation.ts';
import { emailKey } from '#platform/logins/email-key.ts';
import { loginScopeMissing } from './problems.ts';
import type { CreateCustomerContactRequest, UpdateContactRequest } from './schema.ts';

/**
 * Raises `loginScopeMissing` if a request gives a new contact access to the portal without the credential's
 * right to do so.
 */
export function checkNewLogin(actor: Actor, body: CreateCustomerContactRequest): boolean {
  checkInvite(actor, body);
  return check(actor, {
    password: body.password !== undefined,
    loginAccess: body.loginAccess === true,
    access: body.access !== undefined,
  });
}

/**
 * The same for a change. The login is the e-mail, to which new passwords are mailed, so another e-mail means
 * another person.
 */
export function checkChangedLogin(
  actor: Actor,
  row: { email: string; hasLoginAccess: boolean },
  body: UpdateContactRequest,
): boolean {
  checkInvite(actor, body);
  const isOtherEmail = body.email !== undefined && emailKey(body.email) !== row.email;
  return check(actor, {
    password: body.password !== undefined,
    loginAccess: body.loginAccess !== undefined,
    access: body.access !== undefined,
    email: isOtherEmail && (row.hasLoginAccess || body.loginAccess === true),
  });
}

/** An invitation grants no access, but mails a code to a contact that has access. */
function checkInvite(actor: Actor, { invite }: { invite?: boolean | undefined }): void {
  check(actor, { invite: invite === true });
}

function check(actor: Actor, given: Record<string, boolean>): boolean {
  const member = Object.keys(given).find((name) => given[name]);
  if (member === undefined) return false;
  if (!actor.scopes.has('portal:write')) throw loginScopeMissing({ member });
  return true;
}
