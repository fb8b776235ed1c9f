import { areaOf, type Complaint, type Finding, findingAt, findPattern, type SourceFile } from './source.ts';

/** What src may access: database, environment, clock, console. Tests and tools may access all of them. */

const STORE = /^store(?:\.ts$|\/)/;
const BUILDER = /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\s*\(/g;
const PLAIN_QUERY = /\.query\s*(?:<[^()]*>)?\s*\(\s*['"`]/g;
const SQL_TAG = /\bimport\s*(?:type\s*)?\{[^}]*\bsql\b[^}]*\}\s*from\s*'/g;
const RAW_SQL = /\bsql\.raw\b/g;
const ENVIRONMENT = /\bprocess\.env\b/g;
const CONSOLE = /\bconsole\.(?!error\b)\w+/g;
const CLOCK = /\b(?:Date\.now\s*\(|new\s+Date\s*\(|Temporal\.Now\b)/g;

export function checkReach(files: SourceFile[]): Finding[] {
  return files.filter(({ path, isTest }) => path.startsWith('src/') && !isTest).flatMap(checkFile);
}

function checkFile(file: SourceFile): Finding[] {
  return [
    ...findPattern(file, ENVIRONMENT, ['environment', 'only src/config.ts may read process.env']),
    ...findPattern(file, CLOCK, ['clock', 'take the time as `now`, from the clock of the organization']),
    ...findPattern(file, CONSOLE, ['console', 'write log lines through platform/log.ts']),
    ...checkSql(file),
  ];
}

function checkSql(file: SourceFile): Finding[] {
  if (file.path.startsWith('src/platform/db/')) return [];
  const raw = findPattern(file, RAW_SQL, [
    'sql-raw',
    'sql.raw inserts text into statements: use it in platform/db only',
  ]);
  if (STORE.test(areaOf(file.path)?.rest ?? '')) return raw;
  const location = areaOf(file.path) ? 'the store of the area' : 'platform/db';
  const complaint: Complaint = ['sql', `SQL belongs in stores and platform/db: move this to ${location}`];
  const tags = [...file.code.matchAll(SQL_TAG)]
    .filter((match) => file.text.startsWith('kysely', match.index + match[0].length))
    .map((match) => findingAt(file, match.index, complaint));
  return [...raw, ...tags, ...[BUILDER, PLAIN_QUERY].flatMap((each) => findPattern(file, each, complaint))];
}
