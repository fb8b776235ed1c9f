import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CsvFault, type CsvRecord, readCsv } from './csv-reader.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallymark-csv-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(content: string | Uint8Array, delimiter = ','): Promise<CsvRecord[]> {
  const path = join(folder, 'rows.csv');
  await writeFile(path, content);
  return Array.fromAsync(readCsv(path, { delimiter }));
}

const printed = async (content: string | Uint8Array, delimiter?: string) =>
  (await read(content, delimiter)).map(({ line, cells }) => `${line}: ${cells.join('|')}`);

describe('records with the lines that they begin at', () => {
  it.each<[string, string | Uint8Array, string[]]>([
    // what                        content                             records
    ['CRLF', 'a,b\r\n1,2\r\n', ['1: a|b', '2: 1|2']],
    ['LF without a last one', 'a,b\n1,2', ['1: a|b', '2: 1|2']],
    ['CR', 'a,b\r1,2\r', ['1: a|b', '2: 1|2']],
    ['mixed line ends', 'a,b\r\n1,2\n3,4\r\n', ['1: a|b', '2: 1|2', '3: 3|4']],
    ['a byte order mark', '\ufeffa,b\n1,2\n', ['1: a|b', '2: 1|2']],
    ['quotes, commas and breaks', 'a\n"x, ""y""\r\nz"\nq\n', ['1: a', '2: x, "y"\r\nz', '4: q']],
    ['lines without a character', 'a\n\n\n1\n\n2\n', ['1: a', '4: 1', '6: 2']],
    ['ragged rows', 'a,b\n1\n1,2,3\n', ['1: a|b', '2: 1', '3: 1|2|3']],
    ['an empty cell in quotes', 'a,b\n"",x\n', ['1: a|b', '2: |x']],
    ['letters of several bytes', 'ä,日本\n', ['1: ä|日本']],
    ['nothing', '', []],
  ])('%s', async (_, content, records) => {
    expect(await printed(content)).toEqual(records);
  });

  it('another delimiter', async () => {
    expect(await printed('a;b\n"1;2";3\n', ';')).toEqual(['1: a|b', '2: 1;2|3']);
  });

  it('letters that are cut between two pieces of a file', async () => {
    const rows = Array.from({ length: 30_000 }, (_, index) => `ö${'日'.repeat(index % 5)}`);
    const found = await read(rows.join('\n'));
    expect(found.map(({ cells }) => cells[0])).toEqual(rows);
    expect(found.at(-1)?.line).toBe(30_000);
  });
});

describe('what is wrong with a file is said', () => {
  it.each<[string, string | Uint8Array, string]>([
    ['UTF-16', Buffer.from('\ufeffa,b\n', 'utf16le'), 'the file is UTF-16'],
    ['UTF-16 the other way', Buffer.from('feff0061', 'hex'), 'the file is UTF-16'],
    ['Latin-1', Buffer.from('name\nMüller\n', 'latin1'), 'the file is not UTF-8'],
    ['a letter that is cut off', Buffer.from('name\nMü', 'utf8').subarray(0, -1), 'the file is not UTF-8'],
    ['a spreadsheet', Buffer.from('504b0304000000', 'hex'), 'NUL bytes'],
    ['a quote that is not closed', 'a,b\n1,"x\n2,3\n', 'line 3: a cell begins with a quote that is never'],
    ['text behind a quote', 'a,b\n1,"x"y\n', 'line 2: there is text after the closing quote of a cell'],
    ['a quote inside', 'a,b\n1,x"y\n', 'line 2: there is a quote inside an unquoted cell'],
    ['an endless record', `a\n"${'x'.repeat(300_000)}`, 'line 2: the row is over 256 KiB'],
  ])('%s', async (_, content, words) => {
    const error = await read(content).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CsvFault);
    expect(String(error)).toContain(words);
  });
});
