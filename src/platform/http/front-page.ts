import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { API_VERSION } from './openapi.ts';
import { originOf } from './origin.ts';

const STYLE = `
body{font:16px/1.6 system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1rem;color:#1c2430}
h1{font-size:1.8rem}
code,pre{font:13px/1.5 ui-monospace,monospace;background:#f3f5f9;border-radius:3px}
code{padding:.1rem .3rem}
pre{padding:.8rem;overflow-x:auto}
a{color:#0b5cad}`;

/** Nothing is loaded and nothing runs; of styles only this one is applied. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** `/`: a page for browsers that leads to the reference, and pointers for programs. Needs no credential. */
export function registerFrontPage(app: FastifyInstance, { build }: { build: string }): void {
  for (const base of ['', '/sandbox'])
    app.get(`${base}/`, (request, reply) => {
      reply.header('vary', 'Accept');
      if (!prefersHtml(request.headers.accept))
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(pointers(base, build)));
      return reply
        .type('text/html; charset=utf-8')
        .headers({ 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer' })
        .send(frontPage(originOf(request)));
    });
}

function pointers(base: string, build: string): object {
  return {
    name: 'Tallymark',
    ...{ api: API_VERSION, build },
    reference: `${base}/docs`,
    openApi: `${base}/openapi.json`,
    ready: `${base}/ready`,
    ...{ production: '/', sandbox: '/sandbox/' },
  };
}

/** Browsers name HTML first; programs take anything, or JSON. */
function prefersHtml(accept = ''): boolean {
  const weightOf = (type: string) => {
    const range = accept.split(',').find((each) => each.split(';')[0]?.trim().toLowerCase() === type);
    return range === undefined ? 0 : Number(/;\s*q=([\d.]+)/i.exec(range)?.[1] ?? 1);
  };
  const html = weightOf('text/html');
  return html > 0 && html >= weightOf('application/json');
}

function frontPage(origin: string): string {
  const api = `${html(origin)}/sandbox`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tallymark</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Tallymark</h1>
<p>Usage-based billing: usage events go in, exact and explained invoices come out.</p>
<ul>
<li><a href="/docs">Reference</a> of all operations</li>
<li><a href="/openapi.json">OpenAPI document</a>, for generators and tools</li>
<li><a href="/ready">Health</a> of this service</li>
</ul>
<h2>First steps</h2>
<p>The sandbox at <code>${api}</code> has its own data, its own keys and a clock that you can move.
The first start of the service printed its key and wrote it to <code>credentials.json</code> in the data
directory. Set the clock, make a customer, who comes with an account of the same id, and read it again:</p>
<pre>${STEPS.replaceAll('API', () => api)}</pre>
<p>The README goes on from here: an event schema, a meter, a price plan, usage, and an invoice that explains
every amount.</p>
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
