import { expect, it } from 'vitest';
import { layoutOf } from '#areas/invoice-templates/index.ts';
import { tierWords } from './tier-words.ts';

const type = 'USAGE_RATE_CARD_SLAB_AMOUNT';
const REACHES = ['up to 1000', '1000 to 2500.5', 'over 2500.5', 'all units'];

it.each([
  ['en', 'Tier 1: up to 1,000|Tier 2: 1,000 to 2,500.5|Tier 3: over 2,500.5|Tier 4: all units'],
  [
    'de',
    'Staffel 1: bis 1,000|Staffel 2: 1,000 bis 2,500.5|Staffel 3: über 2,500.5|Staffel 4: alle Einheiten',
  ],
  [
    'fr',
    'Palier 1 : jusqu’à 1,000|Palier 2 : 1,000 à 2,500.5|' +
      'Palier 3 : au-delà de 2,500.5|Palier 4 : toutes les unités',
  ],
  [
    'es',
    'Tramo 1: hasta 1,000|Tramo 2: de 1,000 a 2,500.5|Tramo 3: más de 2,500.5|Tramo 4: todas las unidades',
  ],
  ['ja', '段階1：1,000まで|段階2：1,000～2,500.5|段階3：2,500.5超|段階4：全数量'],
] as const)('no language says slab: %s', (language, words) => {
  const made = REACHES.map((reach, i) =>
    tierWords({ type, description: `Slab ${i + 1}: ${reach}` }, layoutOf({ language })),
  );
  expect(made.join('|')).toBe(words);
});

it('leaves names alone that only look like one', () => {
  const layout = layoutOf({});
  expect(tierWords({ type: 'CUSTOM_AMOUNT', description: 'Slab 1: all units' }, layout)).toBeNull();
  expect(tierWords({ type, description: 'Price carried by events' }, layout)).toBeNull();
});
