import { canCharge } from '#areas/payment-providers/index.ts';
import { currencyDigits } from '#core/currency.ts';
import { decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { settingInvalid } from './problems.ts';
import type { Owner } from './rules.ts';
import type { EntitySetting } from './schema.ts';
import { findInvoiceCurrency } from './store/entities.ts';

/**
 * Auto top-up needs a payment provider and amounts in the precision of the wallet's currency
 * (`money-platform.md` 14.4). Raises `settingInvalid` when the setting enables auto top-up without them.
 */
export async function checkAutoTopup(
  tx: Tx,
  org: Org,
  { entityId, settings }: Owner & { settings: readonly EntitySetting[] },
): Promise<void> {
  const index = settings.findIndex(
    ({ id, namespace }) => namespace === 'PLATFORM' && id === 'WALLET_AUTO_TOPUP',
  );
  const setting = settings[index];
  if (!setting) return;
  const { enabled, topupAmount, threshold } = JSON.parse(setting.value);
  if (!enabled) return;
  const at = settings.length > 1 ? `settings[${index}].value` : 'value';
  if (!(await canCharge(tx, org)))
    throw settingInvalid({
      at,
      rule: 'no payment provider collects money; configure one with PUT /ext/v1/payment_provider first',
    });
  const currency = await findInvoiceCurrency(tx, org, entityId);
  const digits = currencyDigits(currency);
  for (const [name, amount] of Object.entries({ topupAmount, threshold }))
    if (decimal(amount).decimalPlaces() > digits)
      throw settingInvalid({
        at,
        rule: `${name} must have at most ${digits} decimal places in ${currency}`,
      });
}
