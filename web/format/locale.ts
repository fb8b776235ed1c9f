/** The languages of the console. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number] | 'pseudo';

const STORED = 'tallymark.language';

/** The language of texts: as chosen in this browser, or else the first that the browser prefers. */
export function chosenLanguage(): Language {
  const chosen = globalThis.localStorage?.getItem(STORED) ?? '';
  if (chosen === 'pseudo' || isLanguage(chosen)) return chosen;
  const preferred = (globalThis.navigator?.languages ?? []).map((tag) => tag.split('-')[0] ?? '');
  return preferred.find(isLanguage) ?? 'en';
}

export function chooseLanguage(language: Language): void {
  localStorage.setItem(STORED, language);
  location.reload();
}

function isLanguage(tag: string): tag is (typeof LANGUAGES)[number] {
  return (LANGUAGES as readonly string[]).includes(tag);
}

export const language: Language = chosenLanguage();

/** Numbers and dates follow the region of the browser where it speaks the same language. */
export const locale: string = localeOf(language, globalThis.navigator?.languages ?? []);

export function localeOf(chosen: Language, preferred: readonly string[]): string {
  const spoken = chosen === 'pseudo' ? 'en' : chosen;
  return preferred.find((tag) => tag.split('-')[0] === spoken) ?? spoken;
}
