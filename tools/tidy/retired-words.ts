import { type Finding, findingAt, type SourceFile } from './source.ts';

/**
 * Terms that this project coined, with the trade's term; the glossary lists them, too. They are split here,
 * because this file is in the tree as well.
 */
const RETIRED: readonly (readonly [pieces: string, use: string])[] = [
  ['due| work', 'scheduled work'],
  ['due|Work', 'scheduledWork'],
  ['due|-work', 'scheduled-work'],
  ['bill|ing[ _-]?records?', 'seller entity'],
  ['follow|Route', 'applyCachedPlan'],
  ['event| route', 'cached plan'],
  ['usage_|additions', 'usage_deltas'],
  ['fold|Additions', 'compactDeltas'],
  ['believe|Provider', 'applyProviderEvent'],
  ['tell|(?=[A-Z])', 'publish, notify or schedule'],
  ['Noted|Event', 'OutboxEvent'],
  ['taken| late', 'late arrival'],
  ['is|Parked', 'isOnHold'],
  ['parked| (?:work|event)', 'work or an event on hold'],
  ['typed| invoices?', 'manual invoice'],
  ['issue|Typed', 'issueManual'],
  ['rehe|ars', 'dry run'],
  ['growing|[ -]?windows?', 'accruing windows'],
  ['differ|[ -]?lines', 'diff of lines'],
  ['redr|aw[ -]?credits', 'reapply credits'],
  ['quiet| columns?', 'unaudited column'],
  ['wanted|[ -]?fixings?', 'dimension promotion'],
];

const WORDS = RETIRED.map(([pieces, use]) => ({
  pattern: new RegExp(`(?<![a-zA-Z])${pieces.replace('|', '')}`, /[A-Z]/.test(pieces) ? 'g' : 'gi'),
  use,
}));

/**
 * Released migrations keep their words, and so do tests that upgrade databases of that time and the
 * glossary's entries on them.
 */
const KEEPS = new RegExp(
  [
    '^(?:migrations/|CHANGELOG\\.md|docs/glossary\\.md|test/fixtures/|openapi\\.json)',
    '^test/contract/[\\w-]+-on-upgrade\\.test\\.ts$',
  ].join('|'),
);

/** Checks every text file for coined words where the trade has a term. */
export function checkRetiredWords(files: SourceFile[]): Finding[] {
  return files.flatMap((file) => {
    if (KEEPS.test(file.path)) return [];
    return WORDS.flatMap(({ pattern, use }) =>
      [...file.text.matchAll(pattern)].map((match) =>
        findingAt(file, match.index, ['retired-word', `“${match[0]}” is a retired word; use: ${use}`]),
      ),
    );
  });
}
