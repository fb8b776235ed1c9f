import { Decimal, decimalText, parseJsonDecimal } from '#core/decimal.ts';
import type { RateCardDetails, StoredDetails } from './card-details-schema.ts';
import { rateCardInvalid } from './problems.ts';

/** Map members that hold a decimal in a string; other texts of these maps are stored unchanged. */
const TEXT_AMOUNTS = new Map([
  ['slabConfig', ['packageSize']],
  ['slabRateConfig', ['minimumRate', 'maximumRate']],
  ['rateConfig', ['minimumRate', 'maximumRate', 'minimumValue']],
]);

/** Rate card details as stored: every exact number becomes its canonical text (`1.50` → `1.5`). */
export function toStoredDetails(details: RateCardDetails, path: string): StoredDetails {
  return store(details, { path, amounts: [] }) as StoredDetails;
}

function store(value: unknown, { path, amounts }: { path: string; amounts: readonly string[] }): unknown {
  if (value instanceof Decimal) return decimalText(value);
  if (Array.isArray(value))
    return value.map((item, index) => store(item, { path: `${path}[${index}]`, amounts: [] }));
  if (value === null || typeof value !== 'object') return value;
  const stored = Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const at = { path: `${path}.${name}`, amounts: TEXT_AMOUNTS.get(name) ?? [] };
      const isAmount = amounts.includes(name) && typeof member === 'string';
      return [name, isAmount ? readText(member, at.path) : store(member, at)];
    }),
  );
  const isRenamed = amounts.includes('minimumValue') && 'minimumValue' in stored;
  return isRenamed ? renameMinimum(stored, path) : stored;
}

/** The value of a line is its amount, so `minimumValue` is another name for the minimum amount. */
function renameMinimum({ minimumValue, ...bounds }: Record<string, unknown>, path: string) {
  if (bounds.minimumRate !== undefined && bounds.minimumRate !== minimumValue)
    throw rateCardInvalid({ problems: [`${path}.minimumValue: must be equal to minimumRate`] });
  return { ...bounds, minimumRate: minimumValue };
}

function readText(text: string, path: string): string {
  const value = parseJsonDecimal(text);
  if ('error' in value) throw rateCardInvalid({ problems: [`${path}: ${value.error}`] });
  return decimalText(value);
}
