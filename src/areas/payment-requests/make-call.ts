import { type ConnectionRow, findConnection, openProvider } from '#areas/payment-providers/index.ts';
import { findSettingValue } from '#areas/settings/index.ts';
import { readClock } from '#platform/db/clock.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import type { Deployment } from '#platform/deployment.ts';
import type { Org } from '#platform/http/operation.ts';
import { nextCallAt } from '#platform/outbound/signed-call.ts';
import type {
  CancelContent,
  PaymentProvider,
  ProviderResponse,
  RefundContent,
  RefundState,
  RequestContent,
  RequestState,
} from '#platform/payment-provider/provider.ts';
import { planProviderSaid } from './planned-work.ts';
import { CALL_HOURS } from './rules.ts';
import { customerSetting, saveCustomerId } from './save-link.ts';
import { CALL_PROVIDERS, type CallRow, endCall, postponeCall } from './store/calls.ts';
import { insertProviderEvent } from './store/events.ts';

/** The actor in the audit log. */
const ACTOR = { type: 'SYSTEM', id: CALL_PROVIDERS } as const;

export interface Caller {
  database: Database;
  deployment: Deployment;
  /** Real time. */
  now(): Temporal.Instant;
}

export interface Call {
  org: Org;
  call: CallRow;
  lease: string;
}

type State = RequestState | RefundState;

/**
 * Calls the provider outside of any transaction, and stores the response in a separate one. If the process
 * is lost in between, the call is repeated under the same key and has no second effect.
 */
export async function makeCall(caller: Caller, made: Call): Promise<void> {
  const { org } = made;
  const connection = await write(caller, org, (tx) => findConnection(tx, org, made.call.connectionId));
  if (!connection || connection.kind === 'OFFLINE') return;
  const provider = openProvider(caller.deployment, org, connection);
  const response = await ask(caller, made, { provider, connection });
  await write(caller, org, (tx) => note(tx, { caller, made, answer: response }));
}

function write<T>({ database }: Caller, { orgId }: Org, work: (tx: Tx) => Promise<T>): Promise<T> {
  return database.transaction({ orgId, access: 'write', actor: ACTOR }, work);
}

interface Requested {
  provider: PaymentProvider;
  connection: ConnectionRow;
}

async function ask(caller: Caller, made: Call, requested: Requested): Promise<ProviderResponse<State>> {
  const { provider } = requested;
  const { id: key, kind, content } = made.call;
  switch (kind) {
    case 'REQUEST':
      return askRequest(caller, made, requested);
    case 'CANCEL':
      return provider.cancel({ key, content: content as CancelContent });
    case 'REFUND':
      return provider.refund({ key, content: content as RefundContent });
    default:
      return kind satisfies never;
  }
}

/** Creates an unknown payer at the provider first, under a separate key. */
async function askRequest(
  caller: Caller,
  { org, call }: Call,
  { provider, connection }: Requested,
): Promise<ProviderResponse<State>> {
  const content = call.content as RequestContent;
  const { customer } = content;
  const known = await write(caller, org, (tx) => findCustomerId(tx, org, { customer, connection }));
  if (known !== null)
    return provider.createPaymentRequest({ key: call.id, content: { ...content, customerId: known } });
  const made = await provider.createCustomer({ key: `customer/${customer.id}`, content: { customer } });
  if (made.outcome !== 'ANSWERED') return made;
  const { customerId } = made.value;
  await write(caller, org, async (tx) => {
    const now = await readClock(tx, org);
    const saved = { customerId: customer.id, provider: connection.name, value: customerId };
    await saveCustomerId({ tx, org, now }, saved);
  });
  return provider.createPaymentRequest({ key: call.id, content: { ...content, customerId } });
}

function findCustomerId(
  tx: Tx,
  org: Org,
  { customer, connection }: { customer: { id: string }; connection: ConnectionRow },
): Promise<string | null> {
  const id = customerSetting(connection.name);
  const candidates = [{ entityType: 'CUSTOMER', entityId: customer.id } as const];
  return findSettingValue(tx, org, { namespace: 'INTEGRATION', id, candidates });
}

interface Noted {
  caller: Caller;
  made: Call;
  answer: ProviderResponse<State>;
}

/** Stores a response as an event, as if the provider had sent it. */
async function note(tx: Tx, { caller, made, answer: response }: Noted): Promise<void> {
  const { org, call, lease } = made;
  const { id, kind, targetId, connectionId } = call;
  const state = stateOf(kind, response);
  if (!state) return repeatLater(tx, { caller, made, answer: response });
  const lastError = response.outcome === 'REFUSED' ? response.reason : null;
  const isUnclear = kind === 'CANCEL' && state.status !== 'CANCELLED';
  const status = isUnclear ? 'GIVEN_UP' : 'DONE';
  if (!(await endCall(tx, org, { id, lease, status, lastError }))) return;
  const type = kind === 'REFUND' ? 'REFUND' : 'REQUEST';
  const event = { id: `answer:${id}`, type, targetId, connectionId, content: state } as const;
  if (!(await insertProviderEvent(tx, org, event))) return;
  await planProviderSaid({ tx, org, now: await readClock(tx, org) }, event);
}

/**
 * Returns null if nothing is known. A provider that rejects a cancellation may already have collected, which
 * its event reports: until then no other request is made.
 */
function stateOf(kind: CallRow['kind'], response: ProviderResponse<State>): State | null {
  switch (response.outcome) {
    case 'ANSWERED':
      return response.value;
    case 'REFUSED':
      return kind === 'CANCEL' ? { status: 'PENDING' } : { status: 'FAILED', reason: response.reason };
    case 'UNKNOWN':
      return null;
    default:
      return response satisfies never;
  }
}

async function repeatLater(tx: Tx, { caller, made, answer: response }: Noted): Promise<void> {
  const { org, call, lease } = made;
  const { id, kind, targetId } = call;
  const lastError = response.outcome === 'UNKNOWN' ? response.reason.slice(0, 500) : '';
  const nextAttemptAt = nextCallAt(caller.now(), call, CALL_HOURS);
  if (nextAttemptAt) return postponeCall(tx, org, { id, lease, nextAttemptAt, lastError });
  await endCall(tx, org, { id, lease, status: 'GIVEN_UP', lastError });
  const details = { callKind: kind, about: targetId, lastError };
  caller.deployment.raiseAlarm({ kind: 'PAYMENT_PROVIDER_SILENT', org, details });
}
