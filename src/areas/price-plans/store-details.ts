import { Decimal, decimalText, parseJsonDecimal } from '#core/decimal.ts';
import type { RateCardDetails, StoredDetails } from './card-details-schema.ts';
import { rateCardInvalid } from './problems.ts';

/** Members that hold a decimal in a string, wherever they stand. */
const TEXT_AMOUNTS = new Set(['packageSize', 'minimumRate', 'maximumRate', 'minimumValue']);

/** Rate card details as they are stored: every exact number becomes its canonical text (`1.50` → `1.5`). */
export function toStoredDetails(details: RateCardDetails, path: string): StoredDetails {
  return store(details, path) as StoredDetails;
}

function store(value: unknown, path: string): unknown {
  if (value instanceof Decimal) return decimalText(value);
  if (Array.isArray(value)) return value.map((item, index) => store(item, `${path}[${index}]`));
  if (value === null || typeof value !== 'object') return value;
  const stored = Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const at = `${path}.${name}`;
      return [
        name,
        TEXT_AMOUNTS.has(name) && typeof member === 'string' ? readText(member, at) : store(member, at),
      ];
    }),
  );
  return 'minimumValue' in stored ? renameMinimum(stored, path) : stored;
}

/** The value of a line is its amount, so `minimumValue` is the least amount by another name. */
function renameMinimum({ minimumValue, ...bounds }: Record<string, unknown>, path: string) {
  if (bounds.minimumRate !== undefined && bounds.minimumRate !== minimumValue)
    throw rateCardInvalid({ problems: [`${path}.minimumValue: must agree with minimumRate`] });
  return { ...bounds, minimumRate: minimumValue };
}

function readText(text: string, path: string): string {
  const value = parseJsonDecimal(text);
  if ('refused' in value) throw rateCardInvalid({ problems: [`${path}: ${value.refused}`] });
  return decimalText(value);
}
