import type { ApiOperation } from './document.ts';
import { escapeHtml, Html, html, type Part } from './html.ts';

/** Where the service is reached as far as this process knows; pages replace it with their own origin. */
export const UNKNOWN_BASE = 'http://127.0.0.1:4000';

/** Stand-ins in a sample for the base URL with its environment, and for the credential. */
const BASE = '\u{e000}';
const KEY = '\u{e001}';

/** A recorded request, ready to be printed in any language. */
export interface Call {
  readonly method: string;
  /** Base URL, path and query: begins with the stand-in of the base URL. */
  readonly url: string;
  /** The stand-in of the credential; null if the operation needs none. */
  readonly key: string | null;
  /** Undefined without a body. */
  readonly body: unknown;
}

/** A language of request samples. A further one is one more entry of `LANGUAGES`. */
export interface SampleLanguage {
  readonly id: string;
  readonly label: string;
  print(call: Call): string;
}

const curl: SampleLanguage = {
  id: 'curl',
  label: 'curl',
  print({ method, url, key, body }) {
    const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
    const words = [
      `curl${method === 'GET' ? '' : ` -X ${method}`} "${url}"`,
      ...(key ? [`-H "Authorization: Bearer ${key}"`] : []),
      ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(printJson(body))}`]),
    ];
    return words.join(' \\\n  ');
  },
};

const LANGUAGES: readonly SampleLanguage[] = [curl];

/** The recorded request of an operation in every language, of which the page shows one. */
export function requestSamples(
  operation: ApiOperation,
  { baseUrl, languages = LANGUAGES }: { baseUrl: string; languages?: readonly SampleLanguage[] },
): Html {
  const call = callOf(operation);
  const environment = operation.isSandboxOnly ? 'sandbox' : 'chosen';
  const base = `<span data-base="${environment}">${escapeHtml(baseUrl)}/sandbox</span>`;
  const blocks = languages.map(({ id, print }, index) => {
    const text = escapeHtml(print(call)).replaceAll(BASE, base).replaceAll(KEY, '<span data-key>$KEY</span>');
    const attributes = ` data-sample="${id}"${index > 0 ? ' hidden' : ''}`;
    return preformatted(new Html(text), { language: id === 'curl' ? 'sh' : id, attributes });
  });
  return sample('Request', languages.length > 1 ? choiceOf(languages) : html`<span>curl</span>`, blocks);
}

function choiceOf(languages: readonly SampleLanguage[]): Html {
  const options = languages.map(({ id, label }) => html`<option value="${id}">${label}</option>`);
  return html`<select class="languages" aria-label="Language">${options}</select>`;
}

export function responseSample(status: string, example: unknown): Html {
  const text = typeof example === 'string' ? example : printJson(example);
  return sample('Response', html`<span>${status}</span>`, codeBlock(text, 'json'));
}

/** An example of an object on its own. */
export function objectSample(example: unknown): Html {
  return sample('Example', null, codeBlock(printJson(example), 'json'));
}

/** Code with a title, and a note on the other side of the title. */
export function sample(title: string, note: Html | null, content: Part): Html {
  return html`<figure class="sample"><figcaption>${title} ${note}</figcaption>${content}</figure>`;
}

/** A block of code. In shell commands, the URL of a local service gives way to that of the page. */
export function codeBlock(text: string, language: string): Html {
  const code = escapeHtml(text).replaceAll(
    /http:\/\/127\.0\.0\.1:4000(\/sandbox)?/g,
    (url, sandbox) => `<span data-base="${sandbox ? 'sandbox' : 'production'}">${url}</span>`,
  );
  return preformatted(new Html(code), { language });
}

function preformatted(code: Html, about: { language: string; attributes?: string }): Html {
  const { language, attributes = '' } = about;
  const kind = new Html(language ? ` class="language-${escapeHtml(language)}"` : '');
  const text = html`<pre tabindex="0"><code${kind}>${code}</code></pre>`;
  return html`<div class="code"${new Html(attributes)}>${text}</div>`;
}

function callOf(operation: ApiOperation): Call {
  const { method, path, parameters, body, isAnonymous } = operation;
  const filled = parameters
    .filter((each) => each.in === 'path' && each.example !== undefined)
    .reduce((all, { name, example }) => all.replace(`{${name}}`, encodeURIComponent(String(example))), path);
  const query = parameters
    .filter((each) => each.in === 'query' && each.example !== undefined)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
  return {
    method,
    url: `${BASE}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    key: isAnonymous ? null : KEY,
    body: body?.example,
  };
}

function printJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
