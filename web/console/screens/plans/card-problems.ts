export interface FieldProblem {
  /** The name of its field in the form of a card; null: it concerns no single field. */
  field: string | null;
  sentence: string;
}

/** A message of the service: sentences after the paths of their members, separated by semicolons. */
export function readProblems(message: string): FieldProblem[] {
  return message.split('; ').map((part) => {
    const [, path, sentence] = /^([\w.[\]]+): (.*)$/s.exec(part) ?? [];
    if (path === undefined || sentence === undefined) return { field: null, sentence: part };
    return { field: fieldOfPath(path), sentence: sentence.charAt(0).toUpperCase() + sentence.slice(1) };
  });
}

/** Members whose fields have another name. */
const FIELDS: Readonly<Record<string, string>> = {
  invoiceTiming: 'timing',
  maximumQuantity: 'maximumQuantity',
  maxQuantity: 'maximumQuantity',
  priceMeterId: 'priceMeterId',
  expiryDuration: 'expiryDuration',
  billableId: 'billableId',
  recurrenceConfig: 'interval',
  usageCycle: 'usageCycle',
  name: 'name',
  applicableEntityIds: 'applicableIds',
};

const TIER_FIELDS: Readonly<Record<string, string>> = { startAfter: 'from', slabConfig: 'packageSize' };

export function fieldOfPath(path: string): string | null {
  const [, tier, member] = /(?:slabs|slabDetails)\[(\d+)\]\.(\w+)/.exec(path) ?? [];
  if (tier !== undefined) return `tiers.${tier}.${TIER_FIELDS[member ?? ''] ?? 'priceType'}`;
  const [, window, edge] = /featureConfigs\[(\d+)\]\.(\w+)/.exec(path) ?? [];
  if (window !== undefined) return `windows.${window}.${edge === 'effectiveUntil' ? 'until' : 'from'}`;
  const [, amount] = /(?:rateValues|currencySlabRateDetails)\[(\d+)\]/.exec(path) ?? [];
  if (amount !== undefined) return `amounts.${amount}.${/creditAmount$/.test(path) ? 'credits' : 'rate'}`;
  return path.split('.').flatMap((part) => FIELDS[part] ?? [])[0] ?? null;
}
