import { realNow } from '#platform/db/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import type { LongContext } from '#platform/http/long-context.ts';
import { endLogin } from '#platform/logins/counted.ts';
import { noteInEachOrganization } from './change-password.ts';
import { ownSession } from './own-session.ts';
import { codeWrong, factorExists } from './problems.ts';
import { countAttempt, provePassword, replaceOwnCookie } from './prove-password.ts';
import type { SecurityEvent } from './rules.ts';
import { proveSecondFactor, sealSecret, takeCode } from './second-factor.ts';
import { confirmTotp, deleteFactors, findTotp, insertTotp, replaceRecoveryCodes } from './store/factors.ts';
import { endOwnSessions } from './store/sessions.ts';
import { lockUser } from './store/users.ts';
import { scopeIn } from './switch-to.ts';
import { describeTotp, hashOfRecoveryCode, newRecoveryCodes, newTotpSecret } from './totp.ts';

type Cookie = { secret: string; lifeMs: number };

/**
 * Begins to set up an authenticator app, for somebody who knows the password. Raises `factorExists` and the
 * problems of `provePassword`.
 */
export async function beginTotp(context: LongContext, password: string) {
  const { database, deployment, actor } = context;
  const { userId, orgId } = ownSession(actor);
  const { user, counted } = await provePassword(context, password);
  const secret = newTotpSecret();
  await database.transaction(scopeIn(context, orgId), async (tx) => {
    await lockUser(tx, userId, 'change');
    await endLogin(tx, counted);
    const sealed = sealSecret(deployment, userId, secret);
    if (!(await insertTotp(tx, { userId, secret: sealed, now: realNow() }))) throw factorExists();
  });
  const issuer = new URL(deployment.homeUrl).hostname;
  return describeTotp(secret, { issuer, label: user.email });
}

/**
 * Makes the app the second factor, once it has shown a code. Ends the other sessions, which began without
 * one. Raises `codeWrong`.
 */
export async function finishTotp(
  context: LongContext,
  code: string,
): Promise<{ recoveryCodes: string[]; cookie: Cookie }> {
  const { database, deployment, actor } = context;
  const { userId, orgId, id } = ownSession(actor);
  const scope = { ...scopeIn(context, orgId), isDirectory: true };
  return database.transaction(scope, async (tx) => {
    await lockUser(tx, userId, 'change');
    const totp = await findTotp(tx, userId);
    const isRight =
      totp !== null &&
      !totp.isConfirmed &&
      (await takeCode(tx, deployment, { userId, code, sealed: totp.secret })) &&
      (await confirmTotp(tx, { userId, now: realNow() }));
    if (!isRight) throw codeWrong();
    await endOwnSessions(tx, { userId, but: id });
    const recoveryCodes = await renewRecoveryCodes(tx, userId);
    return { recoveryCodes, cookie: await noteOwnEvent(tx, context, 'SECOND_FACTOR_ADDED') };
  });
}

/** Removes the second factor, for somebody who has it. Raises `codeWrong` and `tooManyTries`. */
export async function removeFactor(context: LongContext, code: string): Promise<Cookie> {
  return withFactor(context, code, async (tx, userId) => {
    await deleteFactors(tx, userId);
    return noteOwnEvent(tx, context, 'SECOND_FACTOR_REMOVED');
  });
}

/** New recovery codes, which end the old ones. Raises `codeWrong` and `tooManyTries`. */
export async function newCodes(context: LongContext, code: string): Promise<string[]> {
  return withFactor(context, code, async (tx, userId) => {
    await noteInEachOrganization(tx, { userId, event: 'RECOVERY_CODES_REPLACED' });
    return renewRecoveryCodes(tx, userId);
  });
}

/** Runs what needs the second factor of the caller; wrong codes count like failed logins. */
async function withFactor<T>(
  context: LongContext,
  code: string,
  run: (tx: Tx, userId: string) => Promise<T>,
): Promise<T> {
  const { database, deployment, actor } = context;
  const { userId, orgId } = ownSession(actor);
  const { counted } = await countAttempt(context);
  const scope = { ...scopeIn(context, orgId), isDirectory: true };
  return database.transaction(scope, async (tx) => {
    await lockUser(tx, userId, 'change');
    if (!(await proveSecondFactor(tx, deployment, { userId, code }))) throw codeWrong();
    await endLogin(tx, counted);
    return run(tx, userId);
  });
}

async function renewRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(tx, { userId, hashes: codes.map((code) => hashOfRecoveryCode(userId, code)) });
  return codes;
}

/** Replaces the caller's cookie, and puts the event into the audit log of all its organizations. */
export async function noteOwnEvent(tx: Tx, context: LongContext, event: SecurityEvent): Promise<Cookie> {
  const cookie = await replaceOwnCookie(tx, context);
  await noteInEachOrganization(tx, { userId: ownSession(context.actor).userId, event });
  return cookie;
}
