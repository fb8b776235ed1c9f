import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, Response } from 'playwright-core';

const SOURCE = join(import.meta.dirname, 'in-page/find-text-faults.js');
/** Lets the console show the pseudo-language; before its code runs. */
const CHOOSE_PSEUDO = "localStorage.setItem('tallymark.language', 'pseudo')";

/** Looks at the texts of a page in the pseudo-language. */
export interface PseudoPage {
  /**
   * A line for each visible text that is neither of the catalogue, nor formatted, nor of a response; and for
   * each that is cut, leaves its element, or lies over another.
   */
  listFaults(): Promise<string[]>;
}

/** Loads the console anew in the pseudo-language; from then on, what it receives is known as data. */
export async function showPseudo(page: Page): Promise<PseudoPage> {
  const look = await readFile(SOURCE, 'utf8');
  const received: Promise<string[]>[] = [];
  page.on('response', (response) => received.push(textsIn(response)));
  await page.addInitScript(CHOOSE_PSEUDO);
  await page.reload();
  return {
    listFaults: async () => {
      const texts = (await Promise.all(received.splice(0))).flat();
      return page.evaluate(`(${look.trim().replace(/;$/, '')})(${JSON.stringify([...new Set(texts)])})`);
    },
  };
}

/** The texts of a response, and of the session that the page itself contains. A stream would never end. */
async function textsIn(response: Response): Promise<string[]> {
  const type = response.headers()['content-type'] ?? '';
  if (!/json|html|csv/.test(type)) return [];
  const text = await response.text().catch(() => '');
  if (/csv/.test(type)) return text.split(/[,"\r\n]+/);
  const documents = /json/.test(type)
    ? [text]
    : [...text.matchAll(/application\/json"[^>]*>(.*?)<\/script>/gs)].map(([, json]) => json);
  return documents.flatMap((json) => textsOf(parsed(json ?? '')));
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** Names of members are data where they name fields of events, units or dimensions. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return Object.entries(value).flatMap(([name, member]) => [name, ...textsOf(member)]);
}
