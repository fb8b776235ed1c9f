import { type Finding, findingAt, findPattern, type SourceFile } from './source.ts';

/** Rules for the names of files and folders, and for the exports of a file. */

const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const EMPTY_NAMES = /^(?:services?|utils?|helpers?|managers?|common)$/;
const BARREL = /\bexport\s+(?:type\s+)?(?:\*|\{[^}]*\})\s*(?:as\s+\w+\s*)?from\b/g;
const DEFAULT_EXPORT = /\bexport\s+default\b|\bexport\s*\{[^}]*\bas\s+default\b/g;

export function checkNames(files: SourceFile[]): Finding[] {
  return files.flatMap((file) => [...checkPath(file), ...checkExports(file)]);
}

function checkPath(file: SourceFile): Finding[] {
  const words = file.path.split('/').flatMap((segment) => segment.split('.'));
  const findings: Finding[] = [];
  const odd = words.find((word) => !KEBAB.test(word));
  if (odd !== undefined) findings.push(findingAt(file, 0, ['file-name', `${odd} must be kebab-case`]));
  const empty = words.flatMap((word) => word.split('-')).find((word) => EMPTY_NAMES.test(word));
  if (empty)
    findings.push(
      findingAt(file, 0, ['empty-name', `${empty} is too general: name the file after what it does`]),
    );
  return findings;
}

function checkExports(file: SourceFile): Finding[] {
  if (!file.path.startsWith('src/')) return [];
  const isFrontDoor = file.path.endsWith('/index.ts');
  return [
    ...findPattern(file, DEFAULT_EXPORT, [
      'default-export',
      'use a named export, so that it has the same name everywhere',
    ]),
    ...(isFrontDoor
      ? []
      : findPattern(file, BARREL, ['barrel', 'only the index.ts of an area may re-export'])),
  ];
}
