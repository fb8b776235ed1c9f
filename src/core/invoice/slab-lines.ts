import type { LineItem, LineType } from './document.ts';

const OF_SLABS: ReadonlySet<LineType> = new Set<LineType>([
  'USAGE_RATE_CARD_SLAB_AMOUNT',
  'LICENSE_RATE_CARD_SLAB_AMOUNT',
  'ENTITLEMENT_OVERAGE_RATE_CARD_SLAB_AMOUNT',
]);

export function isSlabLine({ type }: Pick<LineItem, 'type'>): boolean {
  return OF_SLABS.has(type);
}

/**
 * Renames slab lines for customers: stored lines say slab, as plans do, and stay as computed; customers read
 * tier. Mutates the given lines.
 */
export function nameTiers(line: LineItem): LineItem {
  if (isSlabLine(line)) line.description = line.description.replace(/^Slab (?=\d+: )/, 'Tier ');
  for (const below of line.lineItems) nameTiers(below);
  return line;
}

/** Renames slabs in a stored sentence of an explanation, for the same reason. */
export function nameTiersInStep(step: string): string {
  return step
    .replace(/^slabs together: /, 'sum of the tiers: ')
    .replace(/, so no slab is charged$/, ', so no tier is charged')
    .replace(/, no slab is entered$/, ', no tier is reached');
}
