import type { Language } from '#areas/invoice-templates/index.ts';

const ENGLISH = words(
  'January February March April May June July August September October November December',
);
const GERMAN = words('Januar Februar März April Mai Juni Juli August September Oktober November Dezember');
const FRENCH = words('janvier février mars avril mai juin juillet août septembre octobre novembre décembre');
const SPANISH = words(
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
);
const ARABIC = words('يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر');

/**
 * Returns a date with the name of its month. The names are stored here because those of the runtime change
 * with its version, and a reprinted bill must not change.
 */
export function longDate({ day, month, year }: Temporal.PlainDate, language: Language): string {
  const nameIn = (names: readonly string[]) => names[month - 1] ?? '';
  switch (language) {
    case 'en':
      return `${day} ${nameIn(ENGLISH)} ${year}`;
    case 'de':
      return `${day}. ${nameIn(GERMAN)} ${year}`;
    case 'fr':
      return `${day === 1 ? '1er' : day} ${nameIn(FRENCH)} ${year}`;
    case 'es':
      return `${day} de ${nameIn(SPANISH)} de ${year}`;
    case 'ja':
      return `${year}年${month}月${day}日`;
    case 'ar':
      return `${day} ${nameIn(ARABIC)} ${year}`;
    default:
      return language satisfies never;
  }
}

function words(list: string): string[] {
  return list.split(' ');
}
