/** Present or past data of a customer, an account or a contact, by database column. */
export type PersonalRow = Readonly<Record<string, unknown>>;

/** Shorter texts would match everywhere. */
const SHORTEST = { name: 2, other: 4 };
const PSEUDONYM = /^erased(?: \w{12})?$|@erased\.invalid$|^\[erased\]$/i;

/**
 * Texts that identify a person where no id does: names, e-mails, phones, lines of addresses and tax ids.
 * Towns, countries, tags and metadata are shared by many persons, and are found beside ids.
 */
export function personalTexts(rows: readonly PersonalRow[]): string[] {
  const texts = new Set<string>();
  for (const row of rows)
    for (const [text, shortest] of textsOf(row))
      if ([...text].length >= shortest && !PSEUDONYM.test(text)) texts.add(text);
  return [...texts];
}

/** In lower case. */
export function personalEmails(rows: readonly PersonalRow[]): string[] {
  const emails = rows.flatMap(emailsOf).map((email) => email.toLowerCase());
  return [...new Set(emails)].filter((email) => email !== '' && !PSEUDONYM.test(email));
}

function emailsOf(row: PersonalRow): string[] {
  const emails = [row.primary_email, row.email, row.email_recipients, row.additional_email_recipients];
  return emails.flatMap(strings);
}

function textsOf(row: PersonalRow): [text: string, shortest: number][] {
  const names = [row.name, row.preferred_username].flatMap(strings);
  const address = (row.address ?? {}) as Record<string, unknown>;
  const lines = [address.line1, address.line2, address.phoneNumber].flatMap(strings);
  const taxIds = Array.isArray(row.tax_ids) ? row.tax_ids.flatMap(({ value }) => strings(value)) : [];
  const others = [...lines, ...emailsOf(row), ...strings(row.phone), ...strings(row.value), ...taxIds];
  return [
    ...names.map((name): [string, number] => [name.trim(), SHORTEST.name]),
    ...others.map((text): [string, number] => [text.trim(), SHORTEST.other]),
  ];
}

function strings(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(strings);
  return typeof value === 'string' ? [value] : [];
}
