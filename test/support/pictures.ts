import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';

/** Set by `node tools/pictures.ts`, which records instead of comparing. */
export const IS_RECORDING = process.env.RECORD_PICTURES === 'yes';
/** Where pictures of all views go in full size, to be looked at. */
export const GALLERY = process.env.PICTURE_GALLERY ?? null;

const ROOT = join(import.meta.dirname, '../..');
const KEPT = join(ROOT, 'test/browser/pictures');
const BROWSER_FILE = join(KEPT, 'chromium.json');
/** The picture in the README: one of the kept ones in full size. */
export const README_PICTURE = join(ROOT, 'docs/console.png');
/** A kept picture has a quarter of the pixels: enough to see what moved, and half a megabyte for all. */
const SCALE = 2;
/** How far two colours may differ, from 0 to 1. */
const THRESHOLD = 0.12;
/**
 * The most pixels that may differ in any square of this size: another name in two lines of text stays
 * below; a control that moved, is gone or has another colour does not.
 */
const WINDOW = 24;
const WINDOW_LIMIT = 320;

type Pixels = Pick<PNG, 'width' | 'height' | 'data'>;

/** The major version of the Chromium that drew the kept pictures; null before there are any. */
export async function recordedVersion(): Promise<number | null> {
  if (!existsSync(BROWSER_FILE)) return null;
  return JSON.parse(await readFile(BROWSER_FILE, 'utf8')).major;
}

export async function recordVersion(major: number): Promise<void> {
  await mkdir(KEPT, { recursive: true });
  await writeFile(BROWSER_FILE, `${JSON.stringify({ major })}\n`);
}

/** The window of the page as a picture, without what differs from run to run. */
export async function takePicture(page: Page): Promise<PNG> {
  await page.evaluate(HIDE_CHANCE);
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  const bytes = await page.screenshot({ animations: 'disabled', caret: 'hide', scale: 'css' });
  return PNG.sync.read(bytes);
}

/**
 * Ids, and times at which something was stored in real time, become the same in every run; their fonts are
 * of the machine. By a style sheet of a script: the policy of the page forbids others.
 */
const HIDE_CHANCE = `{
  if (!globalThis.pictureStyle) {
    globalThis.pictureStyle = new CSSStyleSheet();
    pictureStyle.replaceSync(
      ':root { --font-mono: var(--font-sans) !important } * { transition: none !important }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, pictureStyle];
  }
  const year = String(new Date().getFullYear());
  const day = '(?:[A-Z][a-z]{2} \\\\d{1,2}, )?' + year + '[^·]*';
  const realTime = new RegExp(day + '|.*(?:second|minute)s? ago', 'g');
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const text = node.data
      .replace(/\\b([a-z_]+)\\.[0-9A-Za-z]{8}\\.[0-9A-Za-z]{7}\\b/g, '$1.00000000.0000000')
      .replace(/\\b([a-z_]+)\\.[0-9A-Za-z]*…[0-9A-Za-z.]*/g, '$1.000000…0000000')
      .replace(/\\d\\d:\\d\\d:\\d\\d(?= [AP]M)/g, '09:00:00')
      .replace(realTime, 'Jan 1, 2030');
    if (text !== node.data) node.data = text;
  }
}`;

/** What is wrong with a picture: nothing if it is recorded, or as it was. */
export async function checkPicture(name: string, taken: PNG): Promise<string[]> {
  const small = shrunk(taken);
  const path = join(KEPT, `${name}.png`);
  if (IS_RECORDING) {
    await writeFile(path, encoded(small));
    return [];
  }
  if (!existsSync(path)) return [`${name}: no picture is kept; node tools/pictures.ts records it`];
  return compare(name, { kept: PNG.sync.read(await readFile(path)), now: small });
}

/** What is wrong with the picture in the README, which is taken of the same state. */
export async function checkReadmePicture(taken: PNG): Promise<string[]> {
  if (IS_RECORDING) {
    await writeFile(README_PICTURE, encoded(posterized(taken)));
    return [];
  }
  if (!existsSync(README_PICTURE)) return ['docs/console.png is missing; node tools/pictures.ts records it'];
  const kept = shrunk(PNG.sync.read(await readFile(README_PICTURE)));
  return compare('readme', { kept, now: shrunk(taken) });
}

/** Compares two pictures; one that differs is written beside the other and their difference. */
export async function compare(name: string, { kept, now }: { kept: Pixels; now: Pixels }): Promise<string[]> {
  const { width, height } = now;
  if (kept.width !== width || kept.height !== height)
    return [`${name}: is ${width} × ${height} pixels, and was ${kept.width} × ${kept.height}`];
  const difference = new PNG({ width, height });
  const options = { threshold: THRESHOLD };
  const worst = pixelmatch(kept.data, now.data, null, width, height, { ...options, windowSize: WINDOW });
  if (worst <= WINDOW_LIMIT) return [];
  const count = pixelmatch(kept.data, now.data, difference.data, width, height, options);
  const path = join(await mkdtemp(join(tmpdir(), 'tallymark-picture-')), `${name}.png`);
  await writeFile(path, PNG.sync.write(beside([kept, now, difference])));
  return [
    `${name}: ${count} of ${width * height} pixels differ, ${worst} of them within ${WINDOW} × ${WINDOW} ` +
      `(at most ${WINDOW_LIMIT}); before, now and difference: ${path}`,
  ];
}

/** The mean of each square of pixels, in fewer colours. */
function shrunk({ width, height, data }: Pixels): PNG {
  const small = new PNG({ width: Math.floor(width / SCALE), height: Math.floor(height / SCALE) });
  for (let y = 0; y < small.height; y++)
    for (let x = 0; x < small.width; x++)
      for (let channel = 0; channel < 4; channel++) {
        let sum = 0;
        for (let dy = 0; dy < SCALE; dy++)
          for (let dx = 0; dx < SCALE; dx++)
            sum += data[((y * SCALE + dy) * width + x * SCALE + dx) * 4 + channel] ?? 0;
        small.data[(y * small.width + x) * 4 + channel] = Math.round(sum / SCALE ** 2);
      }
  return posterized(small);
}

/** 32 shades of each channel: the file is half as large, and a reader sees no difference. */
function posterized({ width, height, data }: Pixels): PNG {
  const fewer = new PNG({ width, height });
  for (let i = 0; i < data.length; i++) {
    const value = data[i] ?? 0;
    fewer.data[i] = i % 4 === 3 ? 255 : Math.min(255, Math.round(value / 8) * 8);
  }
  return fewer;
}

function encoded(picture: PNG): Buffer {
  return PNG.sync.write(picture, { colorType: 2, deflateLevel: 9, filterType: 4 });
}

function beside(pictures: readonly Pixels[]): PNG {
  const [{ width, height } = { width: 0, height: 0 }] = pictures;
  const all = new PNG({ width: width * pictures.length, height });
  pictures.forEach(({ data }, index) => {
    for (let y = 0; y < height; y++) {
      const row = data.subarray(y * width * 4, (y + 1) * width * 4);
      all.data.set(row, (y * all.width + index * width) * 4);
    }
  });
  return all;
}

/** Keeps a picture in full size where somebody asked for all of them. */
export async function addToGallery(name: string, taken: PNG): Promise<void> {
  if (GALLERY === null) return;
  await mkdir(GALLERY, { recursive: true });
  await writeFile(join(GALLERY, `${name}.png`), PNG.sync.write(taken));
}
