import { describe, expect, it } from 'vitest';
import { findUnkept } from './kept-releases.ts';

const OPEN = '## 0.2.0 (not released yet)\n\n## 0.1.0\n';
const BOTH = '## 0.2.0 (2027-01-02)\n\n## 0.1.0\n';

describe('the database of a released version is kept', () => {
  it.each<[string, string, string, Record<string, number>, RegExp[]]>([
    // case, version, changelog, kept migrations, violations
    ['before any release', '0.1.0', '## 0.1.0 (not released yet)\n', {}, []],
    ['a version that is not released', '0.2.0', OPEN, { '0.1.0': 50 }, []],
    ['the first one was forgotten', '0.2.0', OPEN, {}, [/^0.1.0 is released, and no database/]],
    ['the newest was forgotten', '0.2.0', BOTH, { '0.1.0': 50 }, [/^0.2.0 is released/]],
    ['all are kept', '0.2.0', BOTH, { '0.1.0': 50, '0.2.0': 93 }, []],
    ['kept too early', '0.2.0', BOTH, { '0.1.0': 50, '0.2.0': 92 }, [/ends with 92/]],
    ['not in the changelog', '0.3.0', BOTH, {}, [/^CHANGELOG.md has no heading for version 0.3.0/]],
  ])('%s', (_, version, changelog, kept, expected) => {
    const keptMigration = (name: string) => kept[name] ?? null;
    const found = findUnkept({ version, changelog, keptMigration, lastReleased: 93 });
    expect(found).toHaveLength(expected.length);
    for (const [index, sentence] of expected.entries()) expect(found[index]).toMatch(sentence);
  });
});
