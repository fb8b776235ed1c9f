import type { RateCardData } from '../../../api/generated/request-types.ts';
import { readDecimal } from '../../../format/typed-decimal.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type texts from '../../../messages/en/cardForm.json';
import type { Form, FormErrors, useForm } from '../../../ui/use-form.ts';
import { type CardFields, type CardType, hasTiers } from './card-fields.ts';
import { detailsOf } from './card-request.ts';
import { boundError, checkTiers } from './tier-check.ts';

type Say = Translate<keyof typeof texts>;

export type CardFormState = ReturnType<typeof useForm<CardFields, SentCard>>;

interface CardFormTerms {
  type: CardType;
  initial: CardFields;
  /** Those of the plan, each of which needs a price. */
  currencies: readonly string[];
}

/** A named card, as the operation that edits the cards of a draft takes it. */
export interface SentCard {
  rateCardName: string | undefined;
  rateCard: RateCardData;
}

export function cardForm({ type, initial, currencies }: CardFormTerms, say: Say): Form<CardFields, SentCard> {
  return {
    initial,
    check: (fields) => checkCard(fields, { type, currencies, say }),
    read: (fields) => ({
      rateCardName: fields.name.trim() || undefined,
      rateCard: {
        billableId: fields.billableId,
        type,
        ...(fields.displayName.trim() && { displayName: fields.displayName.trim() }),
        ...(fields.tag.trim() && { tag: fields.tag.trim() }),
        invoiceTiming: fields.timing as RateCardData['invoiceTiming'],
        rateCardDetails: detailsOf(type, fields, currencies),
      },
    }),
  };
}

interface Terms {
  type: CardType;
  currencies: readonly string[];
  say: Say;
}

function checkCard(fields: CardFields, terms: Terms): FormErrors<CardFields> {
  const { type, currencies, say } = terms;
  return {
    ...(fields.billableId === '' && { billableId: say('billableNeeded') }),
    ...(hasTiers(type) && checkTiers({ rows: fields.tiers, currencies, say })),
    ...checkAmounts(fields, terms),
    ...checkCounts(fields, say),
    ...(type === 'USAGE' && checkDynamic(fields, say)),
    ...(type === 'BILLING_ENTITLEMENT' && checkWindows(fields, say)),
    ...(type === 'CREDIT_GRANT' &&
      fields.expiryType === 'CUSTOM' &&
      !DURATION.test(fields.expiryDuration) && { expiryDuration: say('durationNeeded') }),
  };
}

/** ISO 8601, such as P1M or PT12H. */
const DURATION = /^P(?=\d|T\d)(?:\d+Y)?(?:\d+M)?(?:\d+W)?(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+S)?)?$/;

function checkAmounts({ amounts }: CardFields, { type, currencies, say }: Terms): Record<string, string> {
  const errors: Record<string, string> = {};
  const needed = type === 'CREDIT_GRANT' ? 'credits' : hasTiers(type) ? null : 'rate';
  const isOptional = type === 'MINIMUM_COMMITMENT' && amounts.some(({ rate }) => rate !== '');
  for (const [index, row] of amounts.entries()) {
    if (!currencies.includes(row.currency ?? '')) continue;
    const typed = needed ? (row[needed] ?? '') : '';
    const isMissing = readDecimal(typed) === null && !(isOptional && typed === '');
    if (needed && isMissing) errors[`amounts.${index}.${needed}`] = say('numberNeeded');
    const bounds = boundError(row.minimum ?? '', row.maximum ?? '', say);
    if (bounds) errors[`amounts.${index}.minimum`] = bounds;
  }
  return errors;
}

function checkCounts({ maximumQuantity, interval, offset, priority }: CardFields, say: Say) {
  const isCount = (text: string) => /^\d{1,4}$/.test(text);
  return {
    ...(maximumQuantity !== '' &&
      readDecimal(maximumQuantity) === null && { maximumQuantity: say('numberNeeded') }),
    ...((!isCount(interval) || interval === '0') && { interval: say('countNeeded') }),
    ...(!isCount(offset) && { offset: say('countNeeded') }),
    ...(!/^\d{1,9}$/.test(priority) && { priority: say('countNeeded') }),
  };
}

function checkDynamic({ tiers, priceMeterId, maximumQuantity }: CardFields, say: Say) {
  const isDynamic = tiers.some(({ priceType }) => priceType === 'DYNAMIC');
  return {
    ...(isDynamic && priceMeterId === '' && { priceMeterId: say('priceMeterNeeded') }),
    ...(isDynamic && maximumQuantity !== '' && { maximumQuantity: say('dynamicUncapped') }),
  };
}

function checkWindows({ windows }: CardFields, say: Say): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [index, { from = '', until = '', limit = '' }] of windows.entries()) {
    if (!DURATION.test(from)) errors[`windows.${index}.from`] = say('durationNeeded');
    if (!DURATION.test(until)) errors[`windows.${index}.until`] = say('durationNeeded');
    if (readDecimal(limit) === null) errors[`windows.${index}.limit`] = say('numberNeeded');
  }
  return errors;
}
