import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { baseUrlOf } from './addressing.ts';
import { API_VERSION } from './openapi.ts';

const STYLE = `
:root{color-scheme:light dark}
body{font:15px/1.6 Inter,system-ui,sans-serif;max-width:46rem;margin:4rem auto;padding:0 1rem;
color:light-dark(#1b2330,#e3e8ef);background:light-dark(#fff,#0e1116)}
h1{font-size:1.75rem;letter-spacing:-.02em;margin:0}
h2{font-size:1.1rem;margin-top:2.5rem}
.lead{font-size:1.05rem;margin-top:.25rem;color:light-dark(#586274,#98a3b3)}
ul{list-style:none;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(13rem,1fr));gap:1rem}
li{border:1px solid light-dark(#dfe3e9,#2a313b);border-radius:12px;padding:.9rem 1.1rem;font-size:13px;
color:light-dark(#586274,#98a3b3)}
li a{display:block;font-size:15px;font-weight:600}
code,pre{font:12.5px/1.6 ui-monospace,monospace;background:light-dark(#f6f7f9,#161b22);border-radius:4px}
code{padding:1px 4px}
pre{padding:1rem;overflow-x:auto;border:1px solid light-dark(#dfe3e9,#2a313b);border-radius:12px}
a{color:light-dark(#4338ca,#a5b0ff)}`;

/** The page loads and runs nothing; the browser applies only this inline style. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** `/`: an HTML page that links to the reference, or JSON links for programs. Needs no credential. */
export function registerFrontPage(
  app: FastifyInstance,
  { build, publicUrl }: { build: string; publicUrl: string | null },
): void {
  // Links are relative unless the public URL is known.
  const top = baseUrlOf(null, publicUrl);
  for (const base of ['', '/sandbox'])
    app.get(`${base}/`, (request, reply) => {
      reply.header('vary', 'Accept');
      if (!prefersHtml(request.headers.accept))
        return reply
          .type('application/json; charset=utf-8')
          .send(JSON.stringify(pointers({ top, base, build })));
      return reply
        .type('text/html; charset=utf-8')
        .headers({ 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer' })
        .send(frontPage({ top, api: `${baseUrlOf(request, publicUrl)}/sandbox` }));
    });
}

function pointers({ top, base, build }: { top: string; base: string; build: string }): object {
  return {
    name: 'Tallymark',
    ...{ api: API_VERSION, build },
    reference: `${top}${base}/docs`,
    openApi: `${top}${base}/openapi.json`,
    ready: `${top}${base}/ready`,
    ...{ production: `${top}/`, sandbox: `${top}/sandbox/` },
  };
}

/** Browsers list HTML first; programs accept anything, or JSON. */
function prefersHtml(accept = ''): boolean {
  const weightOf = (type: string) => {
    const range = accept.split(',').find((each) => each.split(';')[0]?.trim().toLowerCase() === type);
    return range === undefined ? 0 : Number(/;\s*q=([\d.]+)/i.exec(range)?.[1] ?? 1);
  };
  const html = weightOf('text/html');
  return html > 0 && html >= weightOf('application/json');
}

function frontPage(known: { top: string; api: string }): string {
  const [top, api] = [html(known.top), html(known.api)];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tallymark</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Tallymark</h1>
<p class="lead">Usage-based billing: usage events go in, exact and explained invoices come out.</p>
<ul>
<li><a href="${top}/docs">Reference</a> every operation, object and error, with search</li>
<li><a href="${top}/docs/api/quickstart">Quickstart</a> keys, environments and the first calls</li>
<li><a href="${top}/docs/guides">Guides</a> from a price to an invoice in ten minutes</li>
<li><a href="${top}/console/">Console</a> invoices and their explanation, for people</li>
<li><a href="${top}/openapi.json">OpenAPI document</a> for generators and tools</li>
<li><a href="${top}/ready">Health</a> of this service</li>
</ul>
<h2>First steps</h2>
<p>The sandbox at <code>${api}</code> has its own data, its own keys and a clock that you can move.
The first start of the service wrote its key to <code>credentials.json</code> in the data directory. Set the
clock, create a customer, which also creates an account with the same id, and read the account:</p>
<pre tabindex="0">${STEPS.replaceAll('API', () => api)}</pre>
<p>The <a href="${top}/docs/guides">guides</a> continue from here with an event schema, a meter, a price plan,
usage, and an invoice that explains every amount.</p>
</main>
</body>
</html>
`;
}

const STEPS = html(`KEY=sk_test_…
curl -X PUT API/ext/v1/clock -H "Authorization: Bearer $KEY" \\
  -H 'Content-Type: application/json' -d '{"now": "2030-01-01T00:00:00Z"}'
curl -X POST API/customers -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -d '{"id": "acme", "name": "Acme", "primaryEmail": "pay@acme.example", "address": {"country": "DE"}}'
curl API/accounts/acme -H "Authorization: Bearer $KEY"`);

function html(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (char) => entities[char] ?? char);
}
