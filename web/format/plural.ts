import { locale } from './locale.ts';

const rules = new Intl.PluralRules(locale);

/** `one`, `other` and the like: the form of a word that belongs to a count. */
export function pluralOf(count: number): Intl.LDMLPluralRule {
  return rules.select(count);
}
