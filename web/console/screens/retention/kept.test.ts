import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import en from '../../../messages/en/retention.json' with { type: 'json' };
import { KEPT } from './kept.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../../docs/erasure.md'), 'utf8');

it('says the retention that the guide says', () => {
  const [, expiring = ''] = guide.split('## What expires by itself');
  const rows = [...expiring.matchAll(/^\| (?!data|---)(.+) \| (.+) \|$/gm)].map(([, , time = '']) => time);
  expect(rows.length).toBe(8);
  const times = KEPT.slice(0, rows.length).map((what) => en[`time.${what}`]);
  expect(times.map(numbersIn)).toEqual(rows.map(numbersIn));
});

function numbersIn(text: string): string[] {
  return text.match(/\d+ \w+/g) ?? [];
}
