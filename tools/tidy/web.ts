import { posix } from 'node:path';
import { type FunctionShape, findFunctions } from './functions.ts';
import { type Complaint, type Finding, findingAt, findPattern, type SourceFile } from './source.ts';

/**
 * The house rules of `web/`: which folder imports which, how long screens and components may be, and which
 * mechanism stands in one file only. The reasons are in `web/README.md`.
 */

type Folder =
  | 'routes'
  | 'screens'
  | 'shell'
  | 'console'
  | 'parts'
  | 'ui'
  | 'format'
  | 'messages'
  | 'api'
  | 'session'
  | 'theme';

const ARROWS: Record<Folder, readonly Folder[]> = {
  console: [
    'console',
    'routes',
    'shell',
    'screens',
    'parts',
    'ui',
    'format',
    'messages',
    'api',
    'session',
    'theme',
  ],
  routes: ['routes', 'console', 'screens', 'shell', 'parts', 'ui', 'format', 'messages', 'api', 'session'],
  shell: ['shell', 'parts', 'ui', 'format', 'messages', 'api', 'session', 'theme'],
  screens: ['screens', 'parts', 'ui', 'format', 'messages', 'api', 'session'],
  parts: ['parts', 'ui', 'format', 'messages', 'api', 'session'],
  session: ['session', 'ui', 'format', 'messages', 'api'],
  ui: ['ui', 'format', 'messages'],
  api: ['api', 'format', 'session'],
  messages: ['messages', 'format'],
  format: ['format'],
  theme: ['theme'],
};

/** Lines of a file. */
const LENGTHS: Partial<Record<Folder, number>> = { routes: 40, screens: 120, parts: 200, ui: 200 };
/** Beside `useMessages`. */
const MAX_HOOKS = 6;
const MAX_STATES = 3;
const MAX_EFFECTS = 25;
const MAX_CONTEXTS = 4;
/** Packages that only `ui/` imports, so that the kit can be replaced in one folder. */
const KIT = /^(?:radix-ui|@tanstack\/react-virtual|uplot|lucide-react)(?:\/|$)/;
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])/g;

/** A mechanism and the only file, or folder, in which it may stand. */
const HOMES: readonly { pattern: RegExp; home: RegExp; sentence: string }[] = [
  only(/(?<![\w.])fetch\(/g, 'api/transport.ts', 'requests are sent by `send` of api/transport.ts'),
  only(/\bEventSource\b/g, 'api/stream.ts', 'streams are opened by api/stream.ts'),
  only(/\bqueryKey\s*:/g, 'api/', 'keys of queries are made in api/queries.ts'),
  only(/\binvalidateQueries\b/g, 'api/writes.ts', 'api/stale-after.ts says what a write makes stale'),
  only(
    /\bIntl\.|\.toFixed\(|\.toLocale\w+\(|(?<![\w.])Number\(|\bparseFloat\(|\bparseInt\(/g,
    'format/',
    'numbers, money and times are read and formatted in format/',
  ),
];

function only(pattern: RegExp, home: string, sentence: string) {
  return {
    pattern,
    home: new RegExp(`^web/${home.replace('.', '\\.')}${home.endsWith('/') ? '' : '$'}`),
    sentence,
  };
}

const JSX_TEXT = />[ \t]*\n?[ \t]*([\p{L}][^<>{}=;()]*)\n?[ \t]*<\//gu;
const COLOUR = /(?:#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch)\()/gi;
const BUILT_CLASS = /className=\{`/g;

export function checkWeb(files: readonly SourceFile[]): Finding[] {
  const own = files.filter(({ path, isTest }) => path.startsWith('web/') && !isTest);
  return [
    ...own.flatMap((file) => [
      ...checkImports(file),
      ...checkHomes(file),
      ...checkLength(file),
      ...checkTexts(file),
      ...findFunctions(file.code).flatMap((each) => checkComponent(file, each)),
    ]),
    ...checkTotal(own, /\buseEffect\(/g, { max: MAX_EFFECTS, what: 'effects' }),
    ...checkTotal(own, /\bcreateContext\b\s*[<(]/g, { max: MAX_CONTEXTS, what: 'contexts' }),
  ];
}

function folderOf(path: string): Folder | undefined {
  const inner = /^web\/(?:console|portal)\/(routes|screens|shell)\//.exec(path)?.[1];
  if (inner) return inner as Folder;
  return /^web\/(console|portal|parts|ui|format|messages|api|session|theme)\//.exec(path)?.[1] as
    | Folder
    | undefined;
}

function checkImports(file: SourceFile): Finding[] {
  const folder = folderOf(file.path);
  if (!folder) return [];
  return [...file.code.matchAll(IMPORT)].flatMap((match) => {
    const start = match.index + match[0].length;
    const specifier = file.text.slice(start, file.text.indexOf(match[1] as string, start));
    const complaint = checkImport(file, { folder, specifier });
    return complaint ? [findingAt(file, match.index, complaint)] : [];
  });
}

function checkImport(
  { path }: SourceFile,
  { folder, specifier }: { folder: Folder; specifier: string },
): Complaint | undefined {
  if (!specifier.startsWith('.'))
    return KIT.test(specifier) && folder !== 'ui' ? ['web-kit', `only ui/ imports ${specifier}`] : undefined;
  const to = posix.join(posix.dirname(path), specifier);
  const target = folderOf(to);
  if (!target || !ARROWS[folder].includes(target))
    return ['web-layer', `${folder} does not import ${target ?? to}: routes → screens → parts → ui → format`];
  const area = (each: string) => /\/screens\/([^/]+)\//.exec(each)?.[1];
  return folder === 'screens' && target === 'screens' && area(path) !== area(to)
    ? ['web-layer', 'screens of two areas never import each other: move what they share to parts/']
    : undefined;
}

function checkHomes(file: SourceFile): Finding[] {
  return HOMES.filter(
    ({ home }) => !home.test(file.path) && !file.path.startsWith('web/api/generate'),
  ).flatMap(({ pattern, sentence }) => findPattern(file, pattern, ['web-home', sentence]));
}

function checkLength(file: SourceFile): Finding[] {
  const folder = folderOf(file.path);
  const max = folder && LENGTHS[folder];
  const lines = file.text.trimEnd().split('\n').length;
  if (!max || lines <= max) return [];
  return [
    findingAt(file, 0, ['web-length', `a file of ${folder} has at most ${max} lines, and this has ${lines}`]),
  ];
}

function checkTexts(file: SourceFile): Finding[] {
  if (!file.path.endsWith('.tsx')) return [];
  return [
    ...findPattern(file, JSX_TEXT, ['web-text', 'texts stand in messages/, in every language']),
    ...findPattern(file, BUILT_CLASS, ['web-class', 'class names are never built from parts: use `classes`']),
    ...[...file.text.matchAll(COLOUR)]
      .filter(({ index }) =>
        /["'`][^"'`\n]*$/.test(file.text.slice(file.text.lastIndexOf('\n', index) + 1, index)),
      )
      .map((match) => findingAt(file, match.index, ['web-colour', 'colours stand in theme/tokens.css'])),
  ];
}

function checkComponent(file: SourceFile, { name, start, bodyEnd }: FunctionShape): Finding[] {
  if (!file.path.endsWith('.tsx') || !/^[A-Z]/.test(name)) return [];
  const body = file.code.slice(start, bodyEnd);
  const count = (pattern: RegExp) => [...body.matchAll(pattern)].length;
  const folder = folderOf(file.path);
  const found: Complaint[] = [];
  const tooMany = (what: string, limit: number, seen: number) => {
    if (seen > limit) found.push(['web-component', `${name} has ${seen} ${what}, over ${limit}: split it`]);
  };
  tooMany('hooks', MAX_HOOKS, count(/\buse(?!Messages\b)[A-Z]\w*\(/g));
  tooMany('states', MAX_STATES, count(/\buseState\b/g));
  if (folder === 'routes' || folder === 'screens' || folder === 'parts')
    tooMany('effects', 0, count(/\buseEffect\(/g));
  return found.map((complaint) => findingAt(file, start, complaint));
}

function checkTotal(
  files: readonly SourceFile[],
  pattern: RegExp,
  { max, what }: { max: number; what: string },
): Finding[] {
  const found = files.flatMap((file) =>
    findPattern(file, pattern, ['web-total', `over ${max} ${what} in web/`]),
  );
  return found.slice(max);
}
