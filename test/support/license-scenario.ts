import type { CardTerms, SlabTerms } from './billing-scenario.ts';
import type { Client, Reply } from './running-app.ts';

/** Helpers for scenarios with licences. */

export interface LicenseTerms {
  slabs: SlabTerms[];
  timing?: 'IN_ADVANCE' | 'IN_ARREARS';
  isNamed?: boolean;
  isProrated?: boolean;
  usageCycle?: 'WEEKLY' | 'MONTHLY' | 'QUARTERLY' | 'HALF_YEARLY';
  refundMode?: 'NONE' | 'CREDITS' | 'WALLET' | 'PAYMENT';
  bounds?: { minimumRate?: string; maximumRate?: string };
}

/** An add-on for license cards. */
export async function sellSeats(client: Client, name: string, isNamed = false): Promise<string> {
  return (await client.must.post('/addons', { name, type: isNamed ? 'NAMED_LICENSE' : 'LICENSE' })).id;
}

export function licenseCard(billableId: string, terms: LicenseTerms, currency = 'USD'): CardTerms {
  const { slabs, timing = 'IN_ARREARS', isNamed = false, isProrated = true } = terms;
  return {
    type: 'LICENSE',
    billableId,
    timing,
    details: {
      licenseRateCard: {
        id: billableId,
        type: isNamed ? 'NAMED_LICENSE' : 'LICENSE',
        enableProration: isProrated,
        ...(terms.usageCycle && { usageCycle: terms.usageCycle }),
        ...(terms.refundMode && { proratedRefundMode: terms.refundMode }),
        ratePlan: {
          pricingModel: 'TIERED',
          slabs: slabs.map(({ startAfter = 0, priceType = 'PER_UNIT' }, index) => {
            return { order: index + 1, startAfter, priceType };
          }),
        },
        rateValues: [
          {
            currency,
            slabRates: slabs.map(({ rate }, index) => ({ order: index + 1, rate })),
            ...(terms.bounds && { rateConfig: terms.bounds }),
          },
        ],
      },
    },
  };
}

/** Sets the number of licences of an account from an instant on; a signed quantity adds or subtracts. */
export async function setSeats(
  client: Client,
  license: string,
  change: { account: string; quantity: string; from: string },
): Promise<Reply['body']> {
  const { account: accountId, quantity, from: effectiveFrom } = change;
  const response = await client.must.post('/license_updates', {
    ...{ licenseId: license, accountId, effectiveFrom, quantity: Number(quantity) },
    updateType: /^[+-]/.test(quantity) ? 'RELATIVE' : 'ABSOLUTE',
  });
  await client.settle();
  return response;
}

let sent = 0;

/** Assigns a licence to a name, or removes it. */
export async function nameSeat(
  client: Client,
  license: string,
  change: { account: string; name: string; at: string; isTaken?: boolean },
): Promise<void> {
  sent += 1;
  await client.must.post('/ingest', {
    event: {
      id: `seat-${sent}`,
      schemaName: 'platform-named-license',
      accountId: change.account,
      timestamp: change.at,
      attributes: [{ name: 'action', value: change.isTaken ? '-1' : '1' }],
      dimensions: { license_id: license, name: change.name },
    },
  });
}
