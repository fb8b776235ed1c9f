import { readClock } from '#platform/db/clock.ts';
import { json } from '#platform/db/json.ts';
import type { Ending } from '#platform/db/outbound-calls.ts';
import type { BackgroundParts } from '#platform/jobs/background.ts';
import type { LeasedWorker } from '#platform/jobs/leased-work.ts';
import { type Caller, type OutboundCalls, startCalls } from '#platform/outbound/make-calls.ts';
import { type CallResponse, callSigned } from '#platform/outbound/signed-call.ts';
import { openKeys } from '#platform/outbound/signing-secrets.ts';
import { type HookReply, readReply } from './messages.ts';
import { planFinalizing } from './planned-work.ts';
import type { HookKind } from './schema.ts';
import { type CallRow, HOOK_CALLS } from './store/calls.ts';
import { findHook } from './store/hooks.ts';

const TYPES: Record<HookKind, string> = { TAX: 'tax.calculate', E_INVOICE: 'e_invoice.register' };

const hookCalls: OutboundCalls<CallRow, HookReply> = {
  outbox: HOOK_CALLS,
  outgoing: 'WEBHOOKS',
  name: 'calls of finalization hooks',
  maxConcurrent: 64,
  maxPerOrg: 8,
  // Longer than a request with the work before and after it.
  lease: { seconds: 40 },
  // `money-platform.md` 10.4.
  maxHours: 24,
  call: callHook,
  endingOf: endingOfReply,
  /** Planned work continues the invoice, in the lock order of money. */
  async apply(tx, { caller: { org }, call }) {
    await planFinalizing({ tx, org, now: await readClock(tx, org) }, [call.invoiceId]);
  },
};

/** Makes the due calls to hooks, for each organization that it is woken for, until none is left. */
export function startHookCalls(parts: BackgroundParts): LeasedWorker {
  return startCalls(hookCalls, parts);
}

async function callHook(
  { org, deployment, outbound, write, now }: Caller,
  { id: key, kind, content }: CallRow,
): Promise<CallResponse<HookReply> | null> {
  const hook = await write((tx) => findHook(tx, org, kind));
  // Removed since it was claimed: the call is dropped, or another process has claimed it and checks again.
  if (!hook) return null;
  const { id, url, secrets } = hook;
  const keys = openKeys(deployment, { secrets, at: now(), orgId: org.orgId, id });
  const organization = { id: org.id, environment: org.environment };
  return callSigned<HookReply>(
    { outbound, url, keys, organization, now },
    { type: TYPES[kind], key, content },
    (success) => readReply(kind, success),
  );
}

/** A hook may also respond that it is not ready, and is then called again. */
function endingOfReply(_: CallRow, response: CallResponse<HookReply>): Ending | null {
  switch (response.outcome) {
    case 'ANSWERED':
      if (response.value === 'PENDING') return null;
      return { status: 'DONE', lastError: null, columns: { answer: json(response.value) } };
    case 'REFUSED':
      return { status: 'REFUSED', lastError: response.reason };
    case 'UNKNOWN':
      return null;
    default:
      return response satisfies never;
  }
}
