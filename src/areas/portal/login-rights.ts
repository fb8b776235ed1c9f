import type { Actor } from '#platform/http/operation.ts';
import { loginScopeMissing } from './problems.ts';
import { emailKey } from './rules.ts';
import type { CreateCustomerContactRequest, UpdateContactRequest } from './schema.ts';

/**
 * Whether a request gives a new contact a way into the portal. Raises `loginScopeMissing` when it does and
 * the credential may not.
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
 * The same of a change. Whoever may log in does so by the e-mail, to which new passwords are mailed: another
 * e-mail is another person.
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

/** An invitation gives no way in, and mails one to who has it. */
function checkInvite(actor: Actor, { invite }: { invite?: boolean | undefined }): void {
  check(actor, { invite: invite === true });
}

function check(actor: Actor, given: Record<string, boolean>): boolean {
  const member = Object.keys(given).find((name) => given[name]);
  if (member === undefined) return false;
  if (!actor.scopes.has('portal:write')) throw loginScopeMissing({ member });
  return true;
}
