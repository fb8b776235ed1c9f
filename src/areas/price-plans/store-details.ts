import { Decimal, decimalText, parseJsonDecimal } from '#core/decimal.ts';
import { rateCardInvalid } from './problems.ts';
import type { RateCardDetails, StoredDetails } from './rate-card-schema.ts';

/** Members that hold a decimal in a string, wherever they stand. */
const TEXT_AMOUNTS = new Set(['packageSize', 'minimumRate', 'maximumRate']);

/** Rate card details as they are stored: every exact number becomes its canonical text (`1.50` → `1.5`). */
export function toStoredDetails(details: RateCardDetails, path: string): StoredDetails {
  return store(details, path) as StoredDetails;
}

function store(value: unknown, path: string): unknown {
  if (value instanceof Decimal) return decimalText(value);
  if (Array.isArray(value)) return value.map((item, index) => store(item, `${path}[${index}]`));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const at = `${path}.${name}`;
      return [
        name,
        TEXT_AMOUNTS.has(name) && typeof member === 'string' ? readText(member, at) : store(member, at),
      ];
    }),
  );
}

function readText(text: string, path: string): string {
  const value = parseJsonDecimal(text);
  if ('refused' in value) throw rateCardInvalid({ problems: [`${path}: ${value.refused}`] });
  return decimalText(value);
}
