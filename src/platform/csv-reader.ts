import { createReadStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, type Parser, parse } from 'csv-parse';
import { startTurns } from './turns.ts';

/** One record: its first line in the file, from 1, and its cells. */
export interface CsvRecord {
  line: number;
  cells: readonly string[];
}

/** The file is invalid; the message is for its author. Nothing after the position can be read. */
export class CsvFault extends Error {
  override name = 'CsvFault';
}

/** The parser creates all records of a piece at once, and there may be one per two bytes. */
const PIECE_BYTES = 8 * 1024;
const MAX_RECORD_BYTES = 256 * 1024;

/**
 * Streams the records of a CSV file of any size (RFC 4180): with or without a byte order mark, with lines
 * that end in CRLF, LF or CR. Skips empty lines. Throws `CsvFault`.
 */
export async function* readCsv(
  path: string,
  { delimiter }: { delimiter: string },
): AsyncGenerator<CsvRecord> {
  const parser = parse({
    ...{ delimiter, bom: true, info: true, skip_empty_lines: true, relax_column_count: true },
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: MAX_RECORD_BYTES,
  });
  const text = textOnly();
  const reading = pipeline(createReadStream(path, { highWaterMark: PIECE_BYTES }), text, parser);
  reading.catch(() => undefined); // the parser also throws it, to the reader of the records
  try {
    yield* recordsOf(parser);
    await reading;
  } catch (error) {
    throw explain(error);
  } finally {
    parser.destroy();
  }
}

async function* recordsOf(parser: Parser): AsyncGenerator<CsvRecord> {
  // Within quotes the parser counts CRLF as two lines.
  let countedTwice = 0;
  const turns = startTurns();
  for await (const { record, info } of parser as AsyncIterable<Parsed>) {
    if (turns.isOver()) await turns.yieldLoop();
    const text = record.join('|');
    countedTwice += count(text, /\r\n/g);
    yield { line: info.lines - countedTwice - count(text, /\r\n|\n|\r/g), cells: record };
  }
}

interface Parsed {
  record: string[];
  info: { lines: number };
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Passes UTF-8 text through; fails with a description of any other content. */
function textOnly(): Transform {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const isWide = isFirst && /^(?:fffe|feff)/.test(chunk.subarray(0, 2).toString('hex'));
      isFirst = false;
      if (isWide) return done(new CsvFault('the file is UTF-16; save it as UTF-8'));
      if (chunk.includes(0))
        return done(new CsvFault('the file contains NUL bytes, so it is not CSV; save it as CSV'));
      done(
        utf8Fault(() => decoder.decode(chunk, { stream: true })),
        chunk,
      );
    },
    flush(done) {
      done(utf8Fault(() => decoder.decode()));
    },
  });
}

function utf8Fault(decode: () => string): CsvFault | null {
  try {
    decode();
    return null;
  } catch {
    return new CsvFault('the file is not UTF-8; save it as CSV in UTF-8');
  }
}

function explain(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  const line = Number((error as { lines?: unknown }).lines ?? 0);
  return new CsvFault(`line ${line}: ${WORDS[error.code] ?? 'cannot be read as CSV'}`);
}

const WORDS: Partial<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a cell begins with a quote that is never closed; write a quote inside a cell as ""',
  CSV_INVALID_CLOSING_QUOTE:
    'there is text after the closing quote of a cell; write a quote inside a cell as ""',
  INVALID_OPENING_QUOTE:
    'there is a quote inside an unquoted cell; quote the whole cell, and write the quote as ""',
  CSV_MAX_RECORD_SIZE: `the row is over ${MAX_RECORD_BYTES / 1024} KiB; check whether a quote is not closed`,
};
