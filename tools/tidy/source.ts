import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Rule } from './house.ts';
import { blankLiterals, lineAt } from './scanner.ts';

/** A file: its path from the root with forward slashes, its text, and its code without literals. */
export type SourceFile = { path: string; text: string; code: string; isTest: boolean };

/** The name of a rule, and the violation in one sentence. */
export type Complaint = [rule: Rule, sentence: string];

/** A violation on one line. A warning is printed but does not fail the run. */
export type Finding = { path: string; line: number; rule: Rule; sentence: string; isWarning: boolean };

/** All rules check `code` files; only the rules for texts check `texts` (all files, code included). */
export type Tree = { code: SourceFile[]; texts: SourceFile[] };

const CODE_FOLDERS = /^(?:src|test|tools|bench|web)\//;
const CODE_FILES = /\.(?:ts|tsx|mjs|js)$/;
const TEXT_EXTENSIONS = new Set(
  ['.ts', '.tsx', '.mjs', '.js', '.json', '.jsonc', '.md', '.sql', '.sh', '.yml', '.yaml'].concat([
    '.html',
    '.css',
    '.csv',
    '.svg',
    '.txt',
    '',
  ]),
);
const SKIPPED_FOLDERS = new Set(['node_modules', 'coverage', 'tmp', 'dist', 'generated']);

/** Reads the tree below `root`, without hidden folders (except `.ci`) and without output of tools. */
export function readTree(root: string): Tree {
  return treeOf(listFiles(root, '').map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** The same from memory, for the tests of the rules. */
export function treeOf(entries: [path: string, text: string][]): Tree {
  const texts = entries.map(([path, text]) => sourceFile(path, text));
  return { code: texts.filter(({ path }) => isCode(path)), texts };
}

/** A finding at an offset of a file. */
export function findingAt(file: SourceFile, offset: number, [rule, sentence]: Complaint): Finding {
  return { path: file.path, line: lineAt(file.text, offset), rule, sentence, isWarning: false };
}

/** One finding for each match of a global pattern in the code of a file. */
export function findPattern(file: SourceFile, pattern: RegExp, complaint: Complaint): Finding[] {
  return [...file.code.matchAll(pattern)].map((match) => findingAt(file, match.index, complaint));
}

/** `src/areas/usage-meters/store.ts` → `{ area: 'usage-meters', rest: 'store.ts' }`. */
export function areaOf(path: string): { area: string; rest: string } | undefined {
  const match = /^src\/areas\/([^/]+)\/(.+)$/.exec(path);
  return match ? { area: match[1] as string, rest: match[2] as string } : undefined;
}

function sourceFile(path: string, text: string): SourceFile {
  const isTest = /\.test\.tsx?$/.test(path) || path.startsWith('test/');
  return { path, text, code: isCode(path) ? blankLiterals(text) : '', isTest };
}

function isCode(path: string): boolean {
  return CODE_FILES.test(path) && (CODE_FOLDERS.test(path) || !path.includes('/'));
}

function listFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) return isSkipped(entry.name) ? [] : listFiles(root, path);
    return entry.isFile() && isRead(entry.name) ? [path] : [];
  });
}

/** In a worktree, `.git` is a file that names the folder of the repository. */
function isRead(name: string): boolean {
  return name !== '.git' && TEXT_EXTENSIONS.has(extname(name));
}

function isSkipped(folder: string): boolean {
  return SKIPPED_FOLDERS.has(folder) || (folder.startsWith('.') && folder !== '.ci');
}
