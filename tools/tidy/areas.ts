import type { Rule } from './house.ts';
import { areaOf, type Finding, findingAt, type SourceFile } from './source.ts';

/** Rules for the shape of area folders and operation files. */

const OPERATION =
  /\b(?:operation|longOperation|streamOperation|anonymousOperation)\s*(?:<[^()]*>)?\s*\(\s*\{/g;
const MAX_OPERATION_LINES = 120;

export function checkAreas(files: SourceFile[]): Finding[] {
  const paths = new Set(files.map(({ path }) => path));
  return files
    .filter(({ path, isTest }) => !isTest && /^operations\/.+\.ts$/.test(areaOf(path)?.rest ?? ''))
    .flatMap((file) => checkOperation(file, paths))
    .concat(checkShapes(files));
}

/** Every area has the same files, so that readers know where to look. */
function checkShapes(files: SourceFile[]): Finding[] {
  const areas = Map.groupBy(files, ({ path }) => areaOf(path)?.area);
  return [...areas].flatMap(([area, own]) => {
    const rests = own.map(({ path }) => areaOf(path)?.rest ?? '');
    const has = (name: string) => rests.some((rest) => rest === `${name}.ts` || rest.startsWith(`${name}/`));
    const missing = ['area', 'index', 'schema', 'problems', 'store'].filter((name) => !has(name));
    if (!area || missing.length === 0) return [];
    const sentence = `the area ${area} has no ${missing.map((name) => `${name}.ts`).join(', ')}`;
    return [findingAt(own[0] as SourceFile, 0, ['area-shape', sentence])];
  });
}

function checkOperation(file: SourceFile, paths: Set<string>): Finding[] {
  const fileName = file.path.replace(/^.*\/|\.ts$/g, '');
  const declared = [...file.code.matchAll(OPERATION)];
  const id = declared[0] && /\bid:\s*'(\w+)'/.exec(file.text.slice(declared[0].index))?.[1];
  const lines = countLines(file.text);
  const complaints: [rule: Rule, isBroken: boolean, sentence: string][] = [
    ['operation-one', declared.length !== 1, `declares ${declared.length} operations instead of one`],
    [
      'operation-name',
      declared.length > 0 && kebab(id ?? '') !== fileName,
      `the operation ${id ?? 'without id'} lives in ${kebab(id ?? 'its-id')}.ts`,
    ],
    [
      'operation-length',
      lines > MAX_OPERATION_LINES,
      `the file has ${lines} lines, over ${MAX_OPERATION_LINES}`,
    ],
    ['operation-test', !paths.has(file.path.replace(/\.ts$/, '.test.ts')), `${fileName}.test.ts is missing`],
  ];
  return complaints
    .filter(([, isBroken]) => isBroken)
    .map(([rule, , sentence]) => findingAt(file, declared[0]?.index ?? 0, [rule, sentence]));
}

/** `createPricePlanV2` → `create-price-plan-v2`. */
function kebab(camelCase: string): string {
  return camelCase.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function countLines(text: string): number {
  return text.trimEnd().split('\n').length;
}
