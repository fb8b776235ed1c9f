import { type AccountRow, accountArchived, accountInDraft, lockAccount } from '#areas/accounts/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import { publishEvent } from '#areas/webhooks/index.ts';
import { canonicalJson, requestText } from '#core/canonical-json.ts';
import { decimal } from '#core/decimal.ts';
import { newId } from '#platform/ids.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { purchaseKeyTaken } from './problems.ts';
import { type ReadOffer, readOffer } from './read-offer.ts';
import { checkDates, readType, sentColumns } from './read-request.ts';
import { readTopup } from './read-topup.ts';
import type { PurchaseRequest } from './schema.ts';
import { findPurchaseByKey, insertPurchase, type NewPurchase, type PurchaseRow } from './store.ts';

interface Requested {
  /** By its chosen id or the platform id. */
  accountId: string;
  body: PurchaseRequest;
  /** Of a proposal; null for a purchase. */
  paymentMode: PurchaseRow['paymentMode'];
}

/** The initial state of a purchase, once its content is known. */
export type Start = Pick<NewPurchase, 'status' | 'invoiceId'>;

/** The data of a purchase at its start. */
export interface Made extends ReadOffer {
  id: string;
  account: AccountRow;
}

/**
 * Creates and begins a purchase or a proposal at the current price. Locks the account, so that a repeated
 * idempotency key finds and returns the first one. Raises the problem if the request is rejected, and
 * `purchaseKeyTaken` for another request under the key.
 */
export async function makePurchase(
  context: ScheduledWorkContext,
  requested: Requested,
  begin: (made: Made) => Promise<Start>,
): Promise<PurchaseRow> {
  const { tx, org, now } = context;
  const { body, paymentMode } = requested;
  const isProposal = paymentMode !== null;
  const account = await lockAccount(tx, org, requested.accountId);
  const request = requestText(body);
  const known = await findRepeat(context, { accountId: account.id, isProposal, body, request });
  if (known) return known;
  requireOpen(account, isProposal);
  const type = readType(body, { isProposal });
  const { timezone: timeZone } = await getOrganization(tx, org);
  checkDates(body, { now, timeZone, isProposal });
  const offer =
    type === 'WALLET_TOPUP'
      ? await readTopup(context, { account, body })
      : await readOffer(context, { account, type, body });
  const id = newId('purchase', now);
  const { version, sale, price } = offer;
  publishEvent(tx, org, { type: isProposal ? 'proposal.created' : 'purchase.created', id, now });
  return insertPurchase(tx, {
    orgId: org.orgId,
    ...{ id, accountId: account.id, type, paymentMode, price, request },
    ...{ planId: version?.planId ?? null, planVersion: version?.version ?? null },
    ...{ currency: account.invoiceCurrency, topupAmount: sale.topup ? decimal(sale.topup.amount) : null },
    ...sentColumns(body),
    sale: canonicalJson(sale),
    ...(await begin({ ...offer, id, account })),
    ...{ scheduleId: null, cycleStart: null, comment: null, respondedAt: null },
    ...{ createdAt: now, updatedAt: now },
  });
}

async function findRepeat(
  { tx, org }: Pick<ScheduledWorkContext, 'tx' | 'org'>,
  requested: { accountId: string; isProposal: boolean; body: PurchaseRequest; request: string },
): Promise<PurchaseRow | null> {
  const { accountId, isProposal, body, request } = requested;
  const { idempotencyKey } = body;
  if (idempotencyKey === undefined) return null;
  const found = await findPurchaseByKey(tx, org, { accountId, isProposal, idempotencyKey });
  if (found && found.request !== request) throw purchaseKeyTaken({ key: idempotencyKey });
  return found;
}

/** An account in DRAFT may get a proposal, but buys nothing before it is active. */
function requireOpen({ id, status }: AccountRow, isProposal: boolean): void {
  if (status === 'ARCHIVED') throw accountArchived({ id });
  if (status === 'DRAFT' && !isProposal) throw accountInDraft({ id });
}
