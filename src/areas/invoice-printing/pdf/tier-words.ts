import type { Layout } from '#areas/invoice-templates/index.ts';
import type { LineType } from '#core/invoice/index.ts';
import { isSlabLine } from '#core/invoice/index.ts';
import { quantityText } from './formats.ts';

/** The description that the computation writes: `Slab 2: 1000 to 10000`. */
const SLAB = /^Slab (\d+): (?:(all units)|up to ([\d.]+)|over ([\d.]+)|([\d.]+) to ([\d.]+))$/;

/** Returns the name of a tier in the words of the layout; null for a line that is not a tier. */
export function tierWords(
  { type, description }: { type: LineType; description: string },
  layout: Pick<Layout, 'labels' | 'language' | 'dateFormat' | 'numberFormat'>,
): string | null {
  const [, tier = '', isAll, upTo, over, from = '', to = ''] =
    (isSlabLine({ type }) && SLAB.exec(description)) || [];
  if (tier === '') return null;
  const { labels } = layout;
  const fill = (label: string, bounds: { from?: string; to?: string }) =>
    label.replace(/\{(tier|from|to)\}/g, (_, name: 'tier' | 'from' | 'to') =>
      name === 'tier' ? tier : quantityText(bounds[name] ?? '0', layout),
    );
  if (isAll) return fill(labels.tierAll, {});
  if (upTo !== undefined) return fill(labels.tierUpTo, { to: upTo });
  if (over !== undefined) return fill(labels.tierOver, { from: over });
  return fill(labels.tierBetween, { from, to });
}
