import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeKeys, settingsTable } from './describe-settings.ts';
import { PLATFORM_KEYS } from './platform-keys.ts';

const KEYS = Object.entries(PLATFORM_KEYS);
const SRC = join(import.meta.dirname, '../..');
const code = globSync('**/*.ts', { cwd: SRC, exclude: ['**/*.test.ts', 'areas/settings/platform-keys.ts'] })
  .map((path) => readFileSync(join(SRC, path), 'utf8'))
  .join('\n');

describe.each(KEYS)('%s', (id, { owners, form, fallback, meaning, check }) => {
  it('says what it does, as sentences', () => {
    expect(meaning).toMatch(/^[A-Z].{30,}\.$/);
    expect(form).not.toBe('');
    // In a cell of a table.
    expect(`${form}${fallback}${meaning}`).not.toMatch(/[|\n]/);
  });

  it('stands somewhere, and takes the value that it has without being set', () => {
    expect(owners.length).toBeGreaterThan(0);
    if (fallback !== null) expect(check(fallback)).toBeNull();
  });

  it('is read by the product', () => {
    expect(code.includes(`'${id}'`)).toBe(true);
  });
});

it('the product reads no setting that cannot be stored', () => {
  const read = [
    ...code.matchAll(/findOrgSetting\([^;]*?'([A-Z_]+)'\)/g),
    ...code.matchAll(/namespace: 'PLATFORM', id: '([A-Z_]+)'/g),
    ...code.matchAll(/isSwitchedOn\([^;]*?id: '([A-Z_]+)'/g),
    ...code.matchAll(/s\.namespace = 'PLATFORM' and s\.id = '([A-Z_]+)'/g),
  ].map(([, id]) => id);
  expect(new Set(read).size).toBeGreaterThan(10);
  expect(read.filter((id) => !Object.hasOwn(PLATFORM_KEYS, String(id)))).toEqual([]);
});

it('all of them are in the description of the operation and in the table of the page', () => {
  for (const [id, { meaning }] of KEYS)
    for (const text of [describeKeys(), settingsTable()]) {
      expect(text).toContain(`\`${id}\``);
      expect(text).toContain(meaning);
    }
});
