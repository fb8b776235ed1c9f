import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { baseUrlOf } from './addressing.ts';
import { API_VERSION } from './openapi.ts';

const STYLE = `
body{font:16px/1.6 system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1rem;color:#1c2430}
h1{font-size:1.8rem}
code,pre{font:13px/1.5 ui-monospace,monospace;background:#f3f5f9;border-radius:3px}
code{padding:.1rem .3rem}
pre{padding:.8rem;overflow-x:auto}
a{color:#0b5cad}`;

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
<p>Usage-based billing: usage events go in, exact and explained invoices come out.</p>
<ul>
<li><a href="${top}/docs">Reference</a> of all operations</li>
<li><a href="${top}/openapi.json">OpenAPI document</a>, for generators and tools</li>
<li><a href="${top}/ready">Health</a> of this service</li>
</ul>
<h2>First steps</h2>
<p>The sandbox at <code>${api}</code> has its own data, its own keys and a clock that you can move.
The first start of the service wrote its key to <code>credentials.json</code> in the data directory. Set the
clock, create a customer, which also creates an account with the same id, and read the account:</p>
<pre tabindex="0">${STEPS.replaceAll('API', () => api)}</pre>
<p>The README continues from here with an event schema, a meter, a price plan, usage, and an invoice that
explains every amount.</p>
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
