import { type Html, html } from './html.ts';
import { linkFrom, linkToService, objectPage, type Target } from './links.ts';
import type { ErrorEntry, Model } from './model.ts';
import { type Context, permalink } from './operation.ts';
import type { Page } from './pages.ts';
import { codeBlock, sample } from './samples.ts';
import { IN_DEPTH, shortTitle } from './shell.ts';

const FIRST_CALL = `curl http://127.0.0.1:4000/sandbox/ext/v1/clock \\
  -H "Authorization: Bearer $KEY"`;
const FIRST_RESPONSE = '{ "now": "2030-01-01T00:00:00.000Z" }';

/** The first page: what the API is, the first call, and the sections of the contents. */
export function landing(model: Model): Page {
  const { title, description = '' } = model.document.info;
  return {
    frame: { title, description, kind: 'landing' },
    *pieces(context) {
      yield hero(context);
      yield html`<div class="cards">`;
      for (const { title: heading, about, articles, areas } of model.sections)
        yield card({ heading, about, areas, articles }, context);
      const links = [
        { page: 'errors', title: 'Errors' },
        { page: 'objects', title: 'Objects' },
      ];
      const index = { heading: 'Index', about: 'Every error code and every object, by name.' };
      yield card({ ...index, areas: [], articles: links }, context);
      yield html`</div>`;
    },
  };
}

function hero({ page, model }: Context): Html {
  const { title, description = '', version } = model.document.info;
  const link = (target: Target, text: string) =>
    html`<a class="button" href="${linkFrom(page, target)}">${text}</a>`;
  const blocks = [codeBlock(FIRST_CALL, 'sh'), codeBlock(FIRST_RESPONSE, 'json')];
  return html`<div class="hero"><div><h1>${title} API</h1><p class="lead">${description}</p>
<p class="lead">JSON over HTTPS, exact decimals, one form of error,
and a sandbox with a clock that you move.</p>
<p class="actions">${link('api/quickstart', 'Make the first call')} ${link('guides', 'Read the guides')}</p>
<p class="facts">API version ${version} · ${model.operations.size} operations ·
<a href="${linkToService(page, 'openapi.json')}">OpenAPI document</a></p></div>
${sample('First call', html`<span>curl</span>`, blocks)}</div>`;
}

interface Card {
  readonly heading: string;
  readonly about: string;
  readonly areas: readonly Linked[];
  readonly articles: readonly Linked[];
}

interface Linked {
  readonly page: Target;
  readonly title: string;
}

function card({ heading, about, areas, articles }: Card, { page }: Context): Html {
  const item = (each: Linked) =>
    html`<li><a href="${linkFrom(page, each.page)}">${shortTitle(each.title)}</a></li>`;
  const caption = areas.length > 0 && articles.length > 0 && IN_DEPTH;
  const items = html`${areas.map(item)}${caption}${articles.map(item)}`;
  return html`<section class="card"><h2>${heading}</h2><p>${about}</p><ul>${items}</ul></section>`;
}

/** Every named schema by its first letter. */
export function objectsPage(model: Model): Page {
  return {
    frame: { title: 'Objects', description: 'Every named object of the API', kind: 'list' },
    *pieces({ page }) {
      yield html`<h1>Objects</h1><p class="lead">What requests and responses are made of, by name.</p>`;
      for (const [letter, names] of Map.groupBy(model.schemas.keys(), (name) => name.charAt(0))) {
        const links = names.map(
          (name) => html`<li><a href="${linkFrom(page, objectPage(name))}">${name}</a></li>`,
        );
        yield html`<h2 id="${letter}">${letter}</h2><ul class="names">${links}</ul>`;
      }
    },
  };
}

/** Every error code with its status, its message and the operations that return it. */
export function errorsPage(model: Model): Page {
  return {
    frame: { title: 'Errors', description: 'Every error code of the API with its status', kind: 'list' },
    *pieces(context) {
      const handling = linkFrom(context.page, 'api/errors');
      yield html`<h1>Errors</h1><p class="lead">
The body of an error is <code>{ "message": … }</code>; the header
<code>Error-Code</code> has the code. Messages may change, codes do not: see
<a href="${handling}">handling errors</a>.</p><ul class="errors index">`;
      for (const [code, entry] of model.errors) yield errorItem(code, entry, context);
      yield html`</ul>`;
    },
  };
}

function errorItem(code: string, entry: ErrorEntry, context: Context): Html {
  const { status, message } = entry;
  const title = html`<span class="status">${status}</span> <code>${code}</code> ${permalink(code, code)}`;
  return html`<li id="${code}">${title}<p>${message}</p>${usersOf(code, entry, context)}</li>\n`;
}

/** More operations than these are listed only when a reader asks for them. */
const MAX_SHOWN = 3;

function usersOf(code: string, { operations }: ErrorEntry, { page, model }: Context): Html {
  if (model.commonErrors.has(code)) return html`<p class="users">Every operation</p>`;
  if (operations.length === 0)
    return html`<p class="users">Outside of the operations, or as the reason of an entry of a job</p>`;
  const links = operations.map(({ id }) => {
    const target = model.operations.get(id)?.target ?? '';
    return html`<a href="${linkFrom(page, target)}">${id}</a> `;
  });
  if (operations.length <= MAX_SHOWN) return html`<p class="users">${links}</p>`;
  return html`<details class="users"><summary>${operations.length} operations</summary>${links}</details>`;
}
