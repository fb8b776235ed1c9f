import { setTimeout } from 'node:timers/promises';
import type { AnonymousContext } from '#platform/http/operation.ts';
import { emailKey } from '../rules.ts';
import { listLogins } from '../store/logins.ts';
import { countMail } from './counted.ts';
import { findNamedOrganization } from './find-organization.ts';
import { mailWayToPassword } from './mail-way-to-password.ts';

/** Longer than it takes to queue a mail: who asks does not learn from the time whether there was one. */
const LEAST_MS = 250;

/**
 * Mails a way to a new password to who has the e-mail and may log in, for each customer one; to nobody when
 * there is nobody, and takes the same time. Raises `tooManyTries`.
 */
export async function mailPasswordTokens(
  context: AnonymousContext,
  sent: { organizationId: string; email: string; customerId?: string | undefined },
): Promise<void> {
  const { database, deployment, address, requestId, environment } = context;
  const { organizationId } = sent;
  const email = emailKey(sent.email);
  await countMail(database, { organizationId, environment, email, address });
  const since = performance.now();
  const org = await findNamedOrganization(context, organizationId);
  const { customerId } = sent;
  if (org) {
    const asked = { requestId, operationId: 'requestPortalPassword', address };
    const actor = { type: 'SYSTEM', id: 'portal.password', ...asked } as const;
    await database.transaction({ orgId: org.orgId, access: 'write', actor }, async (tx) => {
      for (const login of await listLogins(tx, org, { email, customerId }))
        await mailWayToPassword({ tx, org, deployment }, { login, kind: 'RESET', requestedBy: null });
    });
  }
  await setTimeout(Math.max(0, LEAST_MS - (performance.now() - since)));
}
