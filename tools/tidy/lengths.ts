import { type FunctionShape, findBlocks, findFunctions } from './functions.ts';
import { type Finding, findingAt, type SourceFile } from './source.ts';

/** Limits for the length of files, functions and lines, the depth of blocks, and the number of parameters. */

const FILE_LINES = { warn: 200, max: 300, maxTest: 500 };
const FUNCTION_LINES = { warn: 35, max: 60 };
const MAX_LINE = 110;
/** A list of class names, which the formatter cannot break, does not count. */
const CLASS_NAMES = /className="[^"]*"|^ +'[a-z][^']*',?$/;
/** A component is mostly its markup. */
const COMPONENT_LINES = { warn: 60, max: 80 };
const MAX_NESTING = 3;
const MAX_PARAMETERS = 3;

/** The transaction is the first parameter of every store function and does not count. */
const HANDLE = /^(?:tx|db)\b/;

export function checkLengths(files: SourceFile[]): Finding[] {
  return files.flatMap((file) => [
    ...checkFile(file),
    ...checkLines(file),
    ...findFunctions(file.code).flatMap((each) => [
      ...checkFunction(file, each),
      ...checkParameters(file, each),
    ]),
    ...checkNesting(file),
  ]);
}

function checkFile(file: SourceFile): Finding[] {
  const lines = file.text.trimEnd().split('\n').length;
  const max = file.isTest ? FILE_LINES.maxTest : FILE_LINES.max;
  return checkLength(findingAt(file, 0, ['file-length', `the file has ${lines} lines`]), lines, {
    warn: file.isTest ? max : FILE_LINES.warn,
    max,
  });
}

function checkLines(file: SourceFile): Finding[] {
  return file.text.split('\n').flatMap((line, index) => {
    const counted = file.path.endsWith('.tsx') ? line.replace(CLASS_NAMES, '') : line;
    const length = [...counted].length;
    if (length <= MAX_LINE) return [];
    const sentence = `the line has ${length} characters, over ${MAX_LINE}`;
    return [{ ...findingAt(file, 0, ['line-length', sentence]), line: index + 1 }];
  });
}

/** Callbacks of tests are the text of the test, which the length of the file limits. */
function checkFunction(file: SourceFile, { name, start, bodyEnd }: FunctionShape): Finding[] {
  if (file.isTest && !name) return [];
  const lines = file.text.slice(start, bodyEnd).split('\n').length;
  const sentence = `${name || 'the callback'} has ${lines} lines`;
  const limits = file.path.endsWith('.tsx') && /^[A-Z]/.test(name) ? COMPONENT_LINES : FUNCTION_LINES;
  return checkLength(findingAt(file, start, ['function-length', sentence]), lines, limits);
}

/** Skips callbacks: their callers determine the parameters. */
function checkParameters(file: SourceFile, { name, start, parameters }: FunctionShape): Finding[] {
  const counted = HANDLE.test(parameters[0] ?? '') ? parameters.length - 1 : parameters.length;
  if (!name || counted <= MAX_PARAMETERS) return [];
  const sentence = `${name} has ${counted} positional parameters, over ${MAX_PARAMETERS}: pass an object`;
  return [findingAt(file, start, ['parameters', sentence])];
}

function checkNesting(file: SourceFile): Finding[] {
  return findBlocks(file.code)
    .filter(({ depth }) => depth === MAX_NESTING + 1)
    .map(({ start }) => ({
      ...findingAt(file, start, ['nesting', `blocks nest deeper than ${MAX_NESTING}`]),
      isWarning: true,
    }));
}

function checkLength(finding: Finding, length: number, limits: { warn: number; max: number }): Finding[] {
  if (length <= limits.warn) return [];
  const isWarning = length <= limits.max;
  const limit = isWarning ? limits.warn : limits.max;
  return [{ ...finding, sentence: `${finding.sentence}, over ${limit}`, isWarning }];
}
