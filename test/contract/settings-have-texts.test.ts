import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PLATFORM_KEYS } from '#areas/settings/platform-keys.ts';

/** The console names each setting of an organization, and each of its values, in every language. */
it.each(['en', 'de'])('every setting of an organization has a name and a meaning in %s', (language) => {
  const path = `${import.meta.dirname}/../../web/messages/${language}/organizationSettings.json`;
  const texts: Record<string, string> = JSON.parse(readFileSync(path, 'utf8'));
  const own = Object.entries(PLATFORM_KEYS).filter(([, { owners }]) => owners.includes('ORGANIZATION'));
  const needed = own.flatMap(([id, { values = [] }]) => [
    ...[`name.${id}`, `meaning.${id}`],
    ...values.map((value) => `value.${value}`),
  ]);
  expect(own.length).toBeGreaterThan(20);
  expect(needed.filter((key) => !texts[key])).toEqual([]);
});

it('nobody has to write JSON for a setting of an organization', () => {
  const path = `${import.meta.dirname}/../../web/console/screens/settings/setting-editors.ts`;
  const text = readFileSync(path, 'utf8');
  const structured = Object.entries(PLATFORM_KEYS)
    .filter(([, { owners, dataType }]) => owners.includes('ORGANIZATION') && dataType === 'JSON')
    .map(([id]) => id);
  expect(structured.length).toBeGreaterThan(4);
  expect(structured.filter((id) => !text.includes(`'${id}'`))).toEqual([]);
});
