const ACCENTS: Readonly<Record<string, string>> = {
  ...{ a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', A: 'Á', E: 'É', I: 'Í', O: 'Ó', U: 'Ú', n: 'ñ', c: 'ç' },
};

/**
 * The texts of a language that is half as long again and full of accents: what is not translated, and what
 * does not fit, can be seen at once.
 */
export function pseudo(catalog: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(catalog).map(([key, text]) => [key, pseudoText(text)]));
}

export function pseudoText(text: string): string {
  const accented = text.replace(/\{\w+\}|[a-zA-Z]/g, (part) => ACCENTS[part] ?? part);
  // In words, as a text has them: no language has a word as long as a line.
  const more = '~'.repeat(Math.ceil(text.length / 2)).replaceAll(/~{8}(?=~)/g, '$& ');
  return `[${accented}${more}]`;
}
