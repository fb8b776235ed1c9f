import { type Complaint, type Finding, findingAt, findPattern, type SourceFile } from './source.ts';

/** Words that must not appear in the tree. They are split here, because this file is in the tree too. */

const ANY = /(?:[:<|&=]\s*|=>\s*|\b(?:as|extends)\s+)any\b(?!\s*[:(.])|,\s*any\s*>|\bany\[\]/g;
const ENUM = /\benum\s+[\w$]+\s*\{/g;
const NAMESPACE = /\b(?:namespace|module)\s+[\w$.]+\s*\{/g;
const MUTED = /\.(?:only|skip|todo)\s*[(.]/g;
const UNFINISHED = wordPattern(['TO|DO', 'FIX|ME', 'XX|X', 'HA|CK']);
const SILENCED = new RegExp(`@ts-${'ignore'}|@ts-${'nocheck'}`, 'g');

/** Home directories and checkouts of one machine, and its package hosts. */
const MACHINE = new RegExp(
  [
    `(?<![\\w.])/(?:${['ho|me', 'Us|ers', 'ro|ot', 'wo|rk', 'fa|rm'].map(join).join('|')})/`,
    ['registry', '(?:npmjs|yarnpkg)'].join('\\.'),
    ['(?:deb|security|ftp)', 'debian', 'org'].join('\\.'),
  ].join('|'),
  'g',
);

export function checkBans(files: SourceFile[]): Finding[] {
  return files.flatMap((file) => [
    ...findPattern(file, ANY, ['any', 'any disables type checking: name the type, or use unknown']),
    ...findPattern(file, ENUM, ['enum', 'type stripping does not support enums: use a union of strings']),
    ...findPattern(file, NAMESPACE, [
      'namespace',
      'type stripping does not support namespaces: use a module',
    ]),
    ...findText(file, SILENCED, ['silenced', 'do not suppress type errors: correct the type']),
    ...findText(file, UNFINISHED, [
      'unfinished',
      'finish the work or open an issue instead of leaving a comment',
    ]),
    ...(file.isTest
      ? findPattern(file, MUTED, ['muted-test', 'do not skip or focus tests: every test must run'])
      : []),
  ]);
}

/** Checks every text file: the repository must not depend on one machine. */
export function checkMachinePaths(files: SourceFile[]): Finding[] {
  return files.flatMap((file) =>
    findText(file, MACHINE, ['machine', 'remove the path or registry host of a single machine']),
  );
}

function findText(file: SourceFile, pattern: RegExp, complaint: Complaint): Finding[] {
  return [...file.text.matchAll(pattern)].map((match) => findingAt(file, match.index, complaint));
}

/** Matches only comments outside quotes: one of the four words is also the ISO 4217 code for no currency. */
function wordPattern(words: string[]): RegExp {
  const comment = '(?:/[/*]|^[ \\t]*\\*).*?';
  return new RegExp(`${comment}(?<!['\`\\w])(?:${words.map(join).join('|')})(?!['\`\\w])`, 'gm');
}

function join(pieces: string): string {
  return pieces.replace('|', '');
}
