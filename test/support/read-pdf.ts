import { inflateSync } from 'node:zlib';

/**
 * The texts of a PDF by page, in the order of the content stream: one for each run of a font, from left to
 * right as displayed. An unmapped glyph is U+0000.
 */
export function pdfPages(bytes: Uint8Array): string[][] {
  const file = readObjects(bytes);
  return [...file.values()]
    .filter(({ stream }) => stream?.includes('BT'))
    .map(({ stream = '' }) => readTexts(stream, fontsOf(file)));
}

/** A property of the document, such as Title. */
export function pdfProperty(bytes: Uint8Array, name: string): string | null {
  const text = Buffer.from(bytes).toString('latin1');
  const reference = new RegExp(`/${name} (\\d+) 0 R`).exec(text)?.[1];
  const value = new RegExp(`\\n${reference} 0 obj\\n\\(([^]*?)\\)\\nendobj`).exec(text)?.[1];
  if (value === undefined) return null;
  const plain = Buffer.from(unescaped(value), 'latin1');
  return plain[0] === 0xfe && plain[1] === 0xff
    ? plain.subarray(2).swap16().toString('utf16le')
    : String(plain);
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
function unescaped(value: string): string {
  return value.replace(/\\(.)/gs, (_, escaped: string) => ESCAPES[escaped] ?? escaped);
}

interface PdfObject {
  head: string;
  stream?: string;
}

function readObjects(bytes: Uint8Array): Map<number, PdfObject> {
  const file = Buffer.from(bytes);
  const text = file.toString('latin1');
  const objects = new Map<number, PdfObject>();
  for (const match of text.matchAll(/\n(\d+) 0 obj\n(<<[\s\S]*?>>)\n(stream\n|endobj)/g)) {
    const [whole, id = '', head = '', next] = match;
    const length = Number(/\/Length (\d+)/.exec(head)?.[1]);
    const start = match.index + whole.length;
    const packed = next === 'endobj' ? null : file.subarray(start, start + length);
    const isText = packed && !head.includes('/Subtype') && !head.includes('/Length1');
    const unpack = (part: Buffer) => (head.includes('/FlateDecode') ? inflateSync(part) : part);
    objects.set(Number(id), { head, ...(isText && { stream: unpack(packed).toString('latin1') }) });
  }
  return objects;
}

type Decode = (hex: string) => string;

/** By the name that pages use, such as F3. */
function fontsOf(file: Map<number, PdfObject>): Map<string, Decode> {
  const fonts = new Map<string, Decode>();
  for (const { head } of file.values())
    for (const [, name = '', id] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const toUnicode = /\/ToUnicode (\d+) 0 R/.exec(file.get(Number(id))?.head ?? '')?.[1];
      fonts.set(name, toUnicode ? glyphDecoder(file.get(Number(toUnicode))?.stream ?? '') : decodeStandard);
    }
  return fonts;
}

const WINDOWS_1252 = new TextDecoder('windows-1252');
function decodeStandard(hex: string): string {
  return WINDOWS_1252.decode(Buffer.from(hex, 'hex'));
}

function glyphDecoder(cmap: string): Decode {
  const texts = [...cmap.matchAll(/> \[(.*?)\]/g)].flatMap(([, range = '']) =>
    [...range.matchAll(/<([0-9a-f ]*)>/g)].map(([, hex = '']) =>
      Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
    ),
  );
  return (hex) =>
    [...hex.matchAll(/.{4}/g)].map(([glyph]) => texts[Number.parseInt(glyph, 16)] ?? '\0').join('');
}

function readTexts(stream: string, fonts: Map<string, Decode>): string[] {
  let decode: Decode = decodeStandard;
  const texts: string[] = [];
  for (const [, font, array] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g)) {
    if (font) decode = fonts.get(font) ?? decodeStandard;
    else {
      const pieces = [...(array ?? '').matchAll(/<([0-9a-f]*)>/g)];
      texts.push(pieces.map(([, hex = '']) => decode(hex)).join(''));
    }
  }
  return texts;
}
