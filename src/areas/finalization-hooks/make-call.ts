import { readClock } from '#platform/db/clock.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import type { Deployment } from '#platform/deployment.ts';
import type { Org } from '#platform/http/operation.ts';
import { askSigned, type CallResponse, nextCallAt } from '#platform/outbound/signed-call.ts';
import { openKeys } from '#platform/outbound/signing-secrets.ts';
import { type HookReply, readReply } from './messages.ts';
import { planFinalizing } from './planned-work.ts';
import type { HookKind } from './schema.ts';
import { ASK_HOOKS, type CallRow, endCall, postponeCall } from './store/calls.ts';
import { findHook } from './store/hooks.ts';

/** The actor in the audit log. */
const ACTOR = { type: 'SYSTEM', id: ASK_HOOKS } as const;
const TYPES: Record<HookKind, string> = { TAX: 'tax.calculate', E_INVOICE: 'e_invoice.register' };
/** `money-platform.md` 10.4. */
const GIVEN_UP_AFTER_HOURS = 24;

export interface Asker {
  database: Database;
  deployment: Deployment;
  /** Real time. */
  now(): Temporal.Instant;
}

interface Made {
  org: Org;
  call: CallRow;
  lease: string;
}

/**
 * Calls a hook outside of any transaction, and stores the response in a separate one. If the process is lost
 * in between, the call is repeated under the same key and has no second effect.
 */
export async function makeCall(asker: Asker, made: Made): Promise<void> {
  const { org, call } = made;
  const { deployment, now } = asker;
  const hook = await write(asker, org, (tx) => findHook(tx, org, call.kind));
  // Removed since it was claimed: the call is dropped, or another process has claimed it and checks again.
  if (!hook) return;
  const { id, url, secrets } = hook;
  const keys = openKeys(deployment, { secrets, at: now(), orgId: org.orgId, id });
  const organization = { id: org.id, environment: org.environment };
  const response = await askSigned<HookReply>(
    { outbound: deployment.outbound, url, keys, organization, now },
    { type: TYPES[call.kind], key: call.id, content: call.content },
    (success) => readReply(call.kind, success),
  );
  // step: a hook has answered
  await write(asker, org, (tx) => note(tx, { asker, made, answer: response }));
  // step: the answer of a hook is noted
}

function write<T>({ database }: Asker, { orgId }: Org, work: (tx: Tx) => Promise<T>): Promise<T> {
  return database.transaction({ orgId, access: 'write', actor: ACTOR }, work);
}

interface Noted {
  asker: Asker;
  made: Made;
  answer: CallResponse<HookReply>;
}

/** Planned work continues the invoice, in the lock order of money. */
async function note(tx: Tx, { asker, made, answer: response }: Noted): Promise<void> {
  const { org, call, lease } = made;
  const ending = endingOf(response);
  const key = { id: call.id, lease };
  if (!ending) {
    const lastError = response.outcome === 'UNKNOWN' ? response.reason.slice(0, 500) : 'PENDING';
    const nextAttemptAt = nextCallAt(asker.now(), call, GIVEN_UP_AFTER_HOURS);
    if (nextAttemptAt) return postponeCall(tx, org, { ...key, nextAttemptAt, lastError });
    if (!(await endCall(tx, org, { ...key, status: 'GIVEN_UP', answer: null, lastError }))) return;
  } else if (!(await endCall(tx, org, { ...key, ...ending }))) return;
  await planFinalizing({ tx, org, now: await readClock(tx, org) }, [call.invoiceId]);
}

/** Returns null while nothing is known. */
function endingOf(response: CallResponse<HookReply>) {
  switch (response.outcome) {
    case 'ANSWERED':
      if (response.value === 'PENDING') return null;
      return { status: 'DONE' as const, answer: response.value, lastError: null };
    case 'REFUSED':
      return { status: 'REFUSED' as const, answer: null, lastError: response.reason };
    case 'UNKNOWN':
      return null;
    default:
      return response satisfies never;
  }
}
