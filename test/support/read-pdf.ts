import { inflateSync } from 'node:zlib';

/** The texts of a PDF made with standard fonts, page by page, in the order in which they were set. */
export function pdfPages(bytes: Uint8Array): string[][] {
  const file = Buffer.from(bytes);
  const text = file.toString('latin1');
  return [...text.matchAll(/\/Length (\d+)\n\/Filter \/FlateDecode\n>>\nstream\n/g)]
    .map((match) => {
      const start = match.index + match[0].length;
      return inflateSync(file.subarray(start, start + Number(match[1]))).toString('latin1');
    })
    .filter((stream) => stream.includes('BT'))
    .map(readTexts);
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

function readTexts(stream: string): string[] {
  const decode = new TextDecoder('windows-1252');
  return [...stream.matchAll(/\[(.*?)\] TJ/g)].map(([, array = '']) => {
    const pieces = [...array.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => Buffer.from(hex, 'hex'));
    return decode.decode(Buffer.concat(pieces));
  });
}
