import { type ConnectionRow, findConnection, openProvider } from '#areas/payment-providers/index.ts';
import { findSettingValue } from '#areas/settings/index.ts';
import { readClock } from '#platform/db/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Caller } from '#platform/outbound/make-calls.ts';
import type {
  CancelContent,
  PaymentProvider,
  ProviderResponse,
  RefundContent,
  RequestContent,
} from '#platform/payment-provider/provider.ts';
import type { State } from './apply-response.ts';
import { customerSetting, saveCustomerId } from './save-link.ts';
import type { CallRow } from './store/calls.ts';

/** Calls the provider of the connection; null if it is OFFLINE or was deleted since the call was claimed. */
export async function makeCall(caller: Caller, call: CallRow): Promise<ProviderResponse<State> | null> {
  const { org, deployment, outbound, write } = caller;
  const connection = await write((tx) => findConnection(tx, org, call.connectionId));
  if (!connection || connection.kind === 'OFFLINE') return null;
  const provider = openProvider({ sealing: deployment.sealing, outbound }, org, connection);
  return callProvider(caller, call, { provider, connection });
}

interface CalledProvider {
  provider: PaymentProvider;
  connection: ConnectionRow;
}

async function callProvider(
  caller: Caller,
  call: CallRow,
  called: CalledProvider,
): Promise<ProviderResponse<State>> {
  const { provider } = called;
  const { id: key, kind, content } = call;
  switch (kind) {
    case 'REQUEST':
      return createRequest(caller, call, called);
    case 'CANCEL':
      return provider.cancel({ key, content: content as CancelContent });
    case 'REFUND':
      return provider.refund({ key, content: content as RefundContent });
    default:
      return kind satisfies never;
  }
}

/** Creates an unknown payer at the provider first, under a separate key. */
async function createRequest(
  { org, write }: Caller,
  call: CallRow,
  { provider, connection }: CalledProvider,
): Promise<ProviderResponse<State>> {
  const content = call.content as RequestContent;
  const { customer } = content;
  const known = await write((tx) => findCustomerId(tx, org, { customer, connection }));
  if (known !== null)
    return provider.createPaymentRequest({ key: call.id, content: { ...content, customerId: known } });
  const made = await provider.createCustomer({ key: `customer/${customer.id}`, content: { customer } });
  if (made.outcome !== 'ANSWERED') return made;
  const { customerId } = made.value;
  await write(async (tx) => {
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
