import { brotliDecompressSync } from 'node:zlib';
import type { Service } from './running-app.ts';

/** A page of the reference as it is served. */
export interface ServedPage {
  /** Below the service, such as `/docs/errors`. */
  url: string;
  text: string;
  /** Size as transferred, compressed with Brotli. */
  bytes: number;
}

/** Fetches a page; fails unless it is there. */
export async function fetchPage({ app }: Service, url: string): Promise<ServedPage> {
  const response = await app.server.inject({ url, headers: { 'accept-encoding': 'br' } });
  if (response.statusCode !== 200) throw new Error(`${url} returned ${response.statusCode}`);
  const { rawPayload } = response;
  return { url, text: brotliDecompressSync(rawPayload).toString(), bytes: rawPayload.length };
}

/** Fetches the reference from its first page on, along every link; pages that are not there are left out. */
export async function fetchReference(service: Service): Promise<Map<string, ServedPage>> {
  const pages = new Map<string, ServedPage>();
  const seen = new Set<string>();
  const waiting = ['/docs'];
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    if (seen.has(url)) continue;
    seen.add(url);
    const page = await fetchPage(service, url).catch(() => null);
    if (!page) continue;
    pages.set(url, page);
    for (const { path } of linksOf(page)) if (path.startsWith('/docs')) waiting.push(path);
  }
  return pages;
}

/** Links of a page to the service, resolved as a browser does. */
export function linksOf({ url, text }: ServedPage): { path: string; fragment: string; href: string }[] {
  const hrefs = [...text.matchAll(/<a\b[^>]* href="([^"]*)"/g)].map(([, href = '']) => href);
  return hrefs
    .map((href) => ({ href, to: new URL(href.replaceAll('&amp;', '&'), `http://service${url}`) }))
    .filter(({ to }) => to.host === 'service')
    .map(({ href, to }) => ({ href, path: to.pathname, fragment: decodeURIComponent(to.hash.slice(1)) }));
}

/** The ids of a page. */
export function idsOf({ text }: ServedPage): string[] {
  return [...text.matchAll(/<[a-z][^>]* id="([^"]+)"/g)].map(([, id = '']) => id);
}
