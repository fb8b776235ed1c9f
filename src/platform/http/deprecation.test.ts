import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { compileOperation } from './compile.ts';
import { type Deprecation, deprecationHeaders, SUPERSEDED } from './deprecation.ts';
import { openApiDocument } from './openapi.ts';
import { operation } from './operation.ts';
import { Closed } from './schemas.ts';

describe('the headers of a deprecated operation', () => {
  const since = '2026-01-01';
  const [successor, link] = ['GET /v2/trees', '</v2/trees>; rel="successor-version"'] as const;
  it.each<[Deprecation, 'production' | 'sandbox', Record<string, string>]>([
    // 1767225600 is the first second of 2026 in UTC.
    [{ since: '2025-12-31', successor }, 'production', { deprecation: '@1767139200', link }],
    [
      { since, sunset: '2029-01-01', successor },
      'production',
      { deprecation: '@1767225600', sunset: 'Mon, 01 Jan 2029 00:00:00 GMT', link },
    ],
    [{ since, successor }, 'production', { deprecation: '@1767225600', link }],
    [
      { since, successor: 'GET /v2/trees/{tree_id}/leaves' },
      'sandbox',
      {
        deprecation: '@1767225600',
        link: '</sandbox/v2/trees/a%20%22%3E%2F/leaves>; rel="successor-version"',
      },
    ],
  ])('%j in %s', (deprecated, environment, headers) => {
    const request = { environment, params: { tree_id: 'a ">/' }, publicUrl: null };
    expect(deprecationHeaders(deprecated, request)).toEqual(headers);
  });

  it('leads to the public address, with its path, where that is known', () => {
    const publicUrl = 'https://example.com/billing';
    const request = { environment: 'sandbox', params: { tree_id: 'oak' }, publicUrl } as const;
    expect(deprecationHeaders({ since, successor }, request).link).toMatch(
      /^<https:\/\/example\.com\/billing\/sandbox\/v2\/trees/,
    );
  });
});

function getTree(deprecated: Deprecation) {
  return operation({
    id: 'getTree',
    method: 'GET',
    route: '/trees/{tree_id}',
    scope: null,
    summary: 'Get a tree',
    request: { params: Type.Object({ tree_id: Type.String() }) },
    response: { status: 200, body: Closed({}) },
    deprecated,
    handle: () => Promise.reject(new Error('never called')),
  });
}

describe('the declaration', () => {
  it.each<[Deprecation, RegExp]>([
    [
      { since: '2026-01-01', sunset: '2026-12-31', successor: 'GET /v2/trees' },
      /its sunset must be 12 months after/,
    ],
    [{ since: '2026-01-01', successor: 'GET /v2/trees/{leaf_id}' }, /path parameter \{leaf_id\}/],
    [{ since: '2026-13-01', successor: 'GET /v2/trees' }, /RangeError|month|date/i],
  ])('is refused at start: %j', (deprecated, reason) => {
    expect(() => compileOperation(getTree(deprecated), { prefix: 'p', isLegacy: false })).toThrow(reason);
  });

  it('is in the OpenAPI document, with its headers', () => {
    const deprecated = { ...SUPERSEDED, successor: 'GET /v2/trees/{tree_id}' } as const;
    const next = { ...getTree(deprecated), id: 'getTreeV2', route: '/v2/trees/{tree_id}' };
    const document = openApiDocument([getTree(deprecated), next], { prefix: 'p' });
    const described = JSON.parse(JSON.stringify(document)).paths['/trees/{tree_id}'].get;
    expect(described).toMatchObject({
      deprecated: true,
      description: '`GET /v2/trees/{tree_id}` (getTreeV2) replaces it. It stays at least until 2029-01-01.',
    });
    expect(Object.keys(described.responses[200].headers)).toEqual(['Deprecation', 'Sunset', 'Link', 'ETag']);
  });
});
