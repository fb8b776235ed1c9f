import { type Finding, findingAt, type SourceFile } from './source.ts';

/**
 * The rows of the glossary's table of retired words, each with the patterns that find it in the tree. A row
 * without patterns also has an accepted meaning, which a pattern cannot tell apart.
 */
const RETIRED: Record<string, readonly RegExp[]> = {
  'addition (of usage)': [words('usage_additions'), names('foldAdditions')],
  'address (of HTTP)': [],
  'answer (of HTTP)': [],
  'asked (by a caller)': [names('[aA]sked(?=[A-Z])|isAsked')],
  'ask (a provider, an area)': [names('ask(?:Now|Payment|Signed|Hooks)')],
  'believe (a provider)': [names('believeProvider')],
  'billing record': [words('billing[ _-]?records?')],
  'brief memory': [words('brief[ -]?memory')],
  'differ lines': [words('differ[ -]?lines')],
  'due work': [words('due[ -]work'), names('dueWork')],
  figures: [names('(?:[a-z]+)?(?:[rR]ead|[pP]rint|[oO]utbox|[pP]rocess)Figures')],
  fixing: [words('wanted[ -]?fixings?')],
  'folding (of usage)': [names('foldAdditions')],
  'follow (a cached plan)': [names('followRoute')],
  'growing window': [words('growing[ -]?windows?')],
  judge: [names('judge[A-Z]')],
  'MOST (in a name)': [names('MOST_')],
  'note (an event)': [names('NotedEvent')],
  'paper (of an invoice)': [],
  parked: [names('isParked'), words('parked (?:work|event)')],
  'place (of an array)': [],
  'question (of an area)': [],
  'quiet column': [words('quiet columns?')],
  'redrawn credits': [words('redraw[ -]?credits')],
  'refusal (of HTTP)': [names('refus(?:e|al)[A-Z]')],
  rehearsal: [words('rehears')],
  'route (of ingestion)': [words('event route')],
  'slab (to customers)': [],
  'taken late': [words('taken late')],
  'tell (an event)': [names('tell[A-Z]')],
  'tend (events)': [names('tend[A-Z]')],
  'timed work': [],
  'twin (of an event)': [names('isTwin')],
  'typed invoice': [words('typed invoices?'), names('issueTyped')],
  'way (of a mail)': [names('MailWay')],
};

function words(pattern: string): RegExp {
  return new RegExp(`(?<![a-zA-Z])(?:${pattern})`, 'gi');
}

function names(pattern: string): RegExp {
  return new RegExp(`(?<![a-zA-Z])(?:${pattern})`, 'g');
}

const PATTERNS = Object.entries(RETIRED).flatMap(([word, patterns]) =>
  patterns.map((pattern) => ({ word, pattern })),
);
const GLOSSARY = 'docs/glossary.md';
/**
 * Released migrations keep their words, and so do tests that upgrade databases of that time, and this list
 * with the glossary.
 */
const KEEPS = new RegExp(
  [
    '^(?:migrations/|CHANGELOG\\.md|docs/glossary\\.md|test/fixtures/|openapi\\.json)',
    '^test/contract/[\\w-]+-on-upgrade\\.test\\.ts$',
    '^tools/tidy/retired-words\\.ts$',
  ].join('|'),
);

/** Checks every text file for coined words where the trade has a term, and the glossary for each of them. */
export function checkRetiredWords(files: SourceFile[]): Finding[] {
  const glossary = files.find(({ path }) => path === GLOSSARY);
  return [
    ...(glossary ? compareGlossary(glossary) : []),
    ...files.flatMap((file) => {
      if (KEEPS.test(file.path)) return [];
      return PATTERNS.flatMap(({ word, pattern }) =>
        [...file.text.matchAll(pattern)].map((match) => {
          const sentence = `“${match[0]}” is a retired word; ${GLOSSARY} has the term for “${word}”`;
          return findingAt(file, match.index, ['retired-word', sentence]);
        }),
      );
    }),
  ];
}

/** The table of the glossary and this list have the same words. */
function compareGlossary(glossary: SourceFile): Finding[] {
  const start = glossary.text.indexOf('\n| retired |');
  const rows = [...glossary.text.slice(start).matchAll(/^\| (?!retired \||-)([^|]+?) \|/gm)];
  const listed = new Set(rows.map(([, word = '']) => word));
  const complain = (at: number, sentence: string) => findingAt(glossary, at, ['retired-word', sentence]);
  const unknown = rows.filter(([, word = '']) => !(word in RETIRED));
  return [
    ...unknown.map(({ index, 1: word }) => complain(start + index, `tools/tidy does not know “${word}”`)),
    ...Object.keys(RETIRED)
      .filter((word) => !listed.has(word))
      .map((word) => complain(start, `the table lacks “${word}”, which tools/tidy rejects`)),
  ];
}
