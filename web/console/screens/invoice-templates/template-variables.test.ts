import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { VARIABLES } from './template-variables.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../../docs/invoice-templates.md'), 'utf8');

it('offers variables that the guide describes', () => {
  // A row names the first in full, and those after it as `.dueDate`.
  const rows = guide.split('\n').filter((line) => /^\| `\w+\.\w+/.test(line));
  expect(rows.length).toBeGreaterThan(10);
  const isDescribed = (name: string) => {
    const [owner, member] = name.split('.');
    return rows.some((row) => {
      const [names = ''] = row.slice(1).split('|');
      return names.trim().startsWith(`\`${owner}.`) && names.includes(`.${member}\``);
    });
  };
  expect(VARIABLES.filter((name) => !isDescribed(name))).toEqual([]);
});
