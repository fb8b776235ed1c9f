import type { ApiOperation } from './document.ts';
import { Html, html } from './html.ts';
import { errorTarget, linkFrom, type Target } from './links.ts';
import { renderLine, renderText } from './markdown.ts';
import { memberItem, memberList, typeOf } from './members.ts';
import type { Model } from './model.ts';
import { requestSamples, responseSample } from './samples.ts';

/** A page while it is written. */
export interface Context {
  readonly page: Target;
  readonly model: Model;
  /** Of the service, for samples; browsers replace it with their own. */
  readonly baseUrl: string;
}

/** Named schemas expand so deep in a request and in a response; deeper ones have their own pages. */
const REQUEST_DEPTH = 4;
const RESPONSE_DEPTH = 2;

/** One operation with its anchor, in pieces: description on the left, samples on the right. */
export function* operationSection(operation: ApiOperation, context: Context): Generator<Html, void> {
  const { id, summary, description } = operation;
  yield html`<section class="operation" id="${id}" aria-labelledby="${id}-title">
<div class="text"><h2 id="${id}-title">${summary} ${permalink(id, summary)}</h2>
${endpoint(operation)}
${marks(operation, context)}
${description && html`<div class="prose">${withLinks(description, context)}</div>`}
`;
  yield html`${parameters(operation, context)}
`;
  yield html`${requestBody(operation, context)}
`;
  yield html`${responses(operation, context)}
`;
  yield html`${errors(operation, context)}</div>
<div class="samples">${samples(operation, context)}</div>
</section>
`;
}

/** A description, with links to the operations that it names in brackets, such as a successor. */
function withLinks(description: string, { page, model }: Context): Html {
  const { text } = renderText(description);
  return new Html(
    text.replaceAll(/\((\w+)\)/g, (bracket, id) => {
      const target = model.operations.get(id)?.target;
      return target ? `(<a href="${linkFrom(page, target)}">${id}</a>)` : bracket;
    }),
  );
}

/** Method and path, which may wrap after each segment. */
function endpoint({ method, path }: ApiOperation): Html {
  return html`<p class="endpoint">${badge(method)} <code>${wrapping(path)}</code></p>`;
}

function badge(method: string): Html {
  return html`<span class="method ${method.toLowerCase()}">${method}</span>`;
}

export function permalink(id: string, title: string): Html {
  return html`<a class="permalink" href="#${id}" aria-label="Link to ${title}">#</a>`;
}

/** A path that wraps before its slashes. */
function wrapping(path: string): Html {
  return html`${path
    .split('/')
    .slice(1)
    .map((segment) => html`<wbr>/${segment}`)}`;
}

function marks(operation: ApiOperation, { page }: Context): Html {
  const { isAnonymous, scope, isDeprecated, isExtension, isSandboxOnly, portal } = operation;
  const authentication = linkFrom(page, 'api/authentication');
  const access = isAnonymous
    ? html`No credential`
    : scope
      ? html`<a href="${authentication}#scopes">Scope</a> <code>${scope}</code>`
      : html`<a href="${authentication}">Any credential</a>`;
  return html`<ul class="marks">${[
    access,
    isDeprecated && html`<span class="mark warning">deprecated</span>`,
    isExtension && html`<span class="mark">extension</span>`,
    isSandboxOnly && html`<span class="mark">sandbox only</span>`,
    portal && html`<span class="mark">portal ${portal === 'READ' ? 'read' : 'write'}</span>`,
  ].map((each) => each && html`<li>${each}</li>`)}</ul>`;
}

const PLACES = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Headers'],
] as const;

function parameters({ parameters: all }: ApiOperation, { page, model }: Context): Html {
  const schemas = model.document.components.schemas;
  const lists = PLACES.map(([place, title]) => {
    const items = all
      .filter((each) => each.in === place)
      .map(({ name, schema, required }) =>
        memberItem({ name, schema, isRequired: required ?? false }, { page, schemas, depth: 1, above: [] }),
      );
    return items.length > 0 && html`<h3>${title}</h3><ul class="members">${items}</ul>`;
  });
  return html`${lists}`;
}

function requestBody({ body }: ApiOperation, { page, model }: Context): Html | null {
  if (!body) return null;
  const { schema, isRequired } = body;
  const list = memberList(schema, { page, schemas: model.document.components.schemas, depth: REQUEST_DEPTH });
  return html`<h3>Request body</h3><p class="about">${typeOf(schema, page)}${
    !isRequired && html` <span class="mark">optional</span>`
  }</p>${list}`;
}

function responses({ successes }: ApiOperation, { page, model }: Context): Html {
  const schemas = model.document.components.schemas;
  const parts = successes.map(({ status, description, headers, body }) => {
    const list = body && memberList(body.schema, { page, schemas, depth: RESPONSE_DEPTH });
    const described =
      headers.length > 0 &&
      html`<details><summary>Headers</summary><ul class="members">${headers.map(({ name, schema }) =>
        memberItem({ name, schema, isRequired: false }, { page, schemas, depth: 1, above: [] }),
      )}</ul></details>`;
    return html`<p class="about"><span class="status">${status}</span> ${
      body ? typeOf(body.schema, page) : html`${description}`
    }</p>${described}${list}`;
  });
  return html`<h3>Response</h3>${parts}`;
}

function errors(operation: ApiOperation, context: Context): Html | null {
  const { commonErrors } = context.model;
  const own = operation.errors.filter((code) => !commonErrors.has(code));
  const common = operation.errors.filter((code) => commonErrors.has(code));
  if (operation.errors.length === 0) return null;
  const everywhere = html`<details><summary>${common.length} errors of every operation</summary>
${errorTable(common, context)}</details>`;
  return html`<h3>Errors</h3>${own.length > 0 && errorTable(own, context)}${common.length > 0 && everywhere}`;
}

function errorTable(codes: readonly string[], { page, model }: Context): Html {
  const rows = codes.map((code) => {
    const { status = '', message = '' } = model.errors.get(code) ?? {};
    const link = html`<a href="${linkFrom(page, errorTarget(code))}"><code>${code}</code></a>`;
    return html`<li><span class="status">${status}</span> ${link}<p>${message}</p></li>`;
  });
  return html`<ul class="errors">${rows}</ul>`;
}

function samples(operation: ApiOperation, { baseUrl }: Context): Html {
  const shown = operation.successes.find(({ body }) => body?.example !== undefined);
  return html`${requestSamples(operation, { baseUrl })}${
    shown?.body && responseSample(shown.status, shown.body.example)
  }`;
}

/** Links to operations with their methods. */
export function operationLinks(operations: readonly ApiOperation[], { page, model }: Context): Html {
  const rows = operations.map(({ id, method, path, summary, isDeprecated }) => {
    const target = model.operations.get(id)?.target ?? '';
    const title = html`<span class="summary">${summary}</span> <code>${wrapping(path)}</code>`;
    return html`<li><a href="${linkFrom(page, target)}">${badge(method)} ${title}</a>${
      isDeprecated && html` <span class="mark warning">deprecated</span>`
    }</li>`;
  });
  return html`<ul class="links">${rows}</ul>`;
}

/** A sentence about a thing of the document, in one line. */
export function sentence(text: string): Html {
  return html`<p class="lead">${renderLine(text)}</p>`;
}
