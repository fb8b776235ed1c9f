import { beforeAll, describe, expect, it, test } from 'vitest';
import { areas } from '#app';
import { contents } from '#contents';
import { fetchPage, fetchReference, idsOf, linksOf, type ServedPage } from '#test/reference-pages.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const operations = areas.flatMap((area) => area.operations);
const MAX_BYTES = 150_000;

let pages: Map<string, ServedPage>;
beforeAll(async () => {
  pages = await fetchReference(service);
});
const pageOf = (url: string) => pages.get(url) ?? { url, text: '', bytes: 0 };
const get = (url: string, headers: Record<string, string> = {}) =>
  service.app.server.inject({ url, headers });

describe('every page of the reference', () => {
  it('is reached from the first one: areas, objects, guides and introductions', async () => {
    const document = JSON.parse((await get('/openapi.json')).body);
    const objects = Object.keys(document.components.schemas).map((name) => `/docs/objects/${name}`);
    const files = contents.flatMap(({ pages: names = [] }) => names);
    expect([...pages.keys()]).toEqual(expect.arrayContaining([...objects, '/docs/errors', '/docs/guides']));
    expect(pages.size).toBe(
      objects.length + files.length + document.tags.length + ['', 'errors', 'objects'].length,
    );
  });

  it('has links and anchors that lead somewhere, and each id once', () => {
    const faults: string[] = [];
    for (const page of pages.values()) {
      const ids = idsOf(page);
      if (new Set(ids).size < ids.length) faults.push(`${page.url} has an id twice`);
      for (const { path, fragment, href } of linksOf(page)) {
        const target = pages.get(path);
        const isFound = target
          ? fragment === '' || idsOf(target).includes(fragment)
          : path === '/openapi.json';
        if (!isFound) faults.push(`${page.url} links to ${href}`);
      }
    }
    expect(faults).toEqual([]);
  });

  it('is at most 150 kB with everything that its first view loads', async () => {
    const assets = [...pageOf('/docs').text.matchAll(/(?:href|src)="(docs\/assets\/[^"]+)"/g)];
    expect(assets).toHaveLength(3);
    let shared = 0;
    for (const [, url = ''] of assets) shared += (await fetchPage(service, `/${url}`)).bytes;
    const sizes = [...pages.values()].map(({ url, bytes }) => ({ url, bytes: bytes + shared }));
    expect(sizes.filter(({ bytes }) => bytes > MAX_BYTES)).toEqual([]);
  });

  it('has no inline script or style, which its policy forbids', async () => {
    const { headers } = await get('/docs/reference/invoices');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    const inline = /<style|<script(?![^>]* src=)| style="| on\w+="|javascript:/;
    for (const { url, text } of pages.values()) expect(inline.exec(text)?.[0], url).toBeUndefined();
  });
});

describe('the reference has', () => {
  it('every operation once, with its method, path, summary and errors', () => {
    const areaPages = [...pages.values()].filter(({ url }) => url.startsWith('/docs/reference/'));
    for (const { id, problems = [], summary } of operations) {
      const [page, ...others] = areaPages.filter((each) =>
        each.text.includes(`<section class="operation" id="${id}"`),
      );
      expect([id, others.length, page === undefined]).toEqual([id, 0, false]);
      const text = page?.text.split(`<section class="operation" id="${id}"`)[1]?.split('</section>')[0] ?? '';
      expect(text).toContain(summary.replaceAll("'", '&#39;'));
      expect(text).toContain('<figcaption>Request ');
      for (const { code } of problems)
        expect([id, text.includes(`<code>${code}</code>`)]).toEqual([id, true]);
    }
  });

  it('every error code with its message and the operations that return it', async () => {
    const document = JSON.parse((await get('/openapi.json')).body);
    const codes = Object.keys(document['x-errors']);
    expect(idsOf(pageOf('/docs/errors'))).toEqual(expect.arrayContaining(codes));
    const entry = pageOf('/docs/errors').text.split('<li id="ACCOUNT_ID_IS_ALIAS">')[1]?.split('</li>')[0];
    expect(entry).toContain('<span class="status">409</span>');
    expect(entry).toContain('reference/accounts-and-aliases#createCustomer');
  });

  it('a link from a deprecated operation to its successor', () => {
    const text =
      pageOf('/docs/reference/price-plans-first-version').text.split('id="createPricePlan"')[1] ?? '';
    expect(text).toContain('(<a href="../reference/price-plans#createPricePlanV2">createPricePlanV2</a>)');
  });

  it('the recorded request of an operation as curl, with its path, query and body', () => {
    const text = pageOf('/docs/reference/accounts-and-aliases').text.split('id="updateAccount"')[1] ?? '';
    expect(text).toMatch(/curl -X PATCH &quot;<span data-base="chosen">[^<]+<\/span>\/accounts\/acme&quot;/);
    expect(text).toContain('-H &quot;Authorization: Bearer <span data-key>$KEY</span>&quot;');
    expect(text).toMatch(/-d &#39;\{\n/);
  });
});

test('302 to the page of an operation, and from the sandbox, without the prefix of any proxy', async () => {
  const follow = async (url: string) => {
    const { statusCode, headers } = await get(url);
    const to = new URL(String(headers.location), `http://service${url}`);
    return [statusCode, to.pathname + to.hash, String(headers.location).startsWith('../')];
  };
  expect(await follow('/docs/operations/createInvoiceGroup')).toEqual([
    ...[302, '/docs/reference/invoice-groups#createInvoiceGroup', true],
  ]);
  expect(await follow('/docs/')).toEqual([302, '/docs', true]);
  expect(await follow('/sandbox/docs')).toEqual([302, '/docs', true]);
  expect(await follow('/sandbox/docs/api/errors')).toEqual([302, '/docs/api/errors', true]);
});

test('404 with a page where there is none', async () => {
  for (const url of [
    '/docs/nowhere',
    '/docs/operations/nothing',
    '/docs/objects/Nothing',
    '/docs/assets/a.js',
  ]) {
    const { statusCode, headers, body } = await get(url);
    expect([url, statusCode, headers['content-type']]).toEqual([url, 404, 'text/html; charset=utf-8']);
    expect(body).toContain('Page not found');
    const links = [...body.matchAll(/(?:href|src)="(?!data:)([^"#]+)"/g)].map(([, href = '']) => href);
    for (const link of new Set(links)) {
      const { pathname, search } = new URL(link, `http://localhost${url}`);
      expect([url, link, (await get(pathname + search)).statusCode]).toEqual([url, link, 200]);
    }
  }
});

test('304 when a page or an asset is unchanged, and a long life for assets by their version', async () => {
  const [, asset = ''] = /href="(docs\/assets\/reference\.css\?v=[^"]+)"/.exec(pageOf('/docs').text) ?? [];
  for (const [url, life] of [
    ['/docs/errors', 'no-cache'],
    [`/${asset}`, 'public, max-age=31536000, immutable'],
    ['/docs/assets/reference.css?v=older', 'no-cache'],
  ] as const) {
    const first = await get(url, { 'accept-encoding': 'gzip' });
    expect([first.statusCode, first.headers['cache-control']]).toEqual([200, life]);
    const etag = String(first.headers.etag);
    const again = await get(url, { 'accept-encoding': 'gzip', 'if-none-match': etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  }
  const plain = await get('/docs/errors');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body).toContain('<h1>Errors</h1>');
});
