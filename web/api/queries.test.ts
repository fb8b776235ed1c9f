import { afterEach, expect, test, vi } from 'vitest';
import { operation } from './operation.ts';
import { readAll } from './queries.ts';

const list = operation<{ status?: string }, { data: { id: string }[]; nextToken: string | null }>({
  ...{ id: 'list', area: 'invoices', method: 'GET', path: '/invoices', scope: null },
  query: ['status', 'nextToken'],
});

/** A list of so many pages of two rows; the page with number `broken` cannot be read. */
function serve(pages: number, broken = -1): string[] {
  const urls: string[] = [];
  vi.stubGlobal('location', { pathname: '/console/' });
  vi.stubGlobal('fetch', async (url: string) => {
    urls.push(url);
    const page = Number(new URL(url, 'http://x').searchParams.get('nextToken') ?? 0);
    if (page === broken) return new Response('{"message":"no"}', { status: 500 });
    const nextToken = page + 1 < pages ? String(page + 1) : null;
    const data = [{ id: `${page}a` }, { id: `${page}b` }];
    return new Response(JSON.stringify({ data, nextToken }), {
      headers: { 'content-type': 'application/json' },
    });
  });
  return urls;
}

afterEach(() => vi.unstubAllGlobals());

test('a list is read to its end, however long it is', async () => {
  const urls = serve(150);
  const counts: number[] = [];
  const rows = await readAll(list, { status: 'DUE' }, { onCount: (count) => counts.push(count) });
  expect([rows.length, rows.at(-1)?.id, counts.at(-1), urls.length]).toEqual([300, '149b', 300, 150]);
});

test('a page that cannot be read, or an abort, leaves no part', async () => {
  serve(3, 1);
  await expect(readAll(list, {})).rejects.toThrow();
  serve(1000);
  const abort = new AbortController();
  const reading = readAll(list, {}, { signal: abort.signal, onCount: () => abort.abort() });
  await expect(reading).rejects.toThrow();
});
