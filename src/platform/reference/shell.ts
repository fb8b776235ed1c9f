import { Html, html, type Part } from './html.ts';
import { linkFrom, linkToService, type Target } from './links.ts';
import type { AreaPage } from './model.ts';
import type { Context } from './operation.ts';

/** The page around a text. */
export interface Frame {
  readonly title: string;
  readonly description: string;
  /** The shape of the page, as the stylesheet names it. */
  readonly kind: 'landing' | 'article' | 'area' | 'object' | 'list';
}

/** The URL of an asset: its name, with a version that changes with its content. */
export type AssetUrl = (name: string) => string;

/** Outside of templates: bundlers rewrite those that contain it, with a helper that is not installed. */
const SCRIPT_END = new Html('</script>');

/** Everything before the text of the page. */
export function openPage(frame: Frame, context: Context, assetUrl: AssetUrl): Html {
  const { page, model } = context;
  const asset = (name: string) => linkFrom(page, assetUrl(name));
  const product = model.document.info.title;
  return html`<!doctype html>
<html lang="en" data-root="${linkToService(page, '')}" data-page="${page}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${frame.title === product ? `${product} API` : `${frame.title} · ${product} API`}</title>
<meta name="description" content="${frame.description.replaceAll('`', '').slice(0, 200)}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${asset('reference.css')}">
<script src="${asset('theme.js')}">${SCRIPT_END}
<script type="module" src="${asset('reference.js')}">${SCRIPT_END}
</head>
<body class="${frame.kind}">
<a class="skip" href="#site-content">Skip to content</a>
${header(context, asset)}
${navigation(context)}
<main id="site-content" tabindex="-1">
`;
}

function header({ page, model }: Context, asset: (name: string) => string): Html {
  const brand = html`<span>${model.document.info.title}</span> <span class="product">API</span>`;
  return html`<header class="bar">
<button class="icon menu" type="button" popovertarget="site-navigation"
aria-label="Navigation">${ICONS.menu}</button>
<a class="brand" href="${linkFrom(page, '')}">${ICONS.mark}${brand}</a>
<search class="needs-script"><form class="find" data-index="${linkFrom(page, 'search.json')}"
data-script="${asset('search.js')}" data-library="${asset('minisearch.js')}">
${ICONS.search}<input id="site-search" type="search" role="combobox" aria-label="Search the documentation"
aria-expanded="false" aria-controls="site-results" aria-autocomplete="list"
autocomplete="off" spellcheck="false"
placeholder="Search"><kbd aria-hidden="true">/</kbd>
<div id="site-results" role="listbox" aria-label="Results" hidden></div>
<p id="site-status" role="status" class="unseen"></p></form></search>
<button class="icon theme needs-script" type="button" aria-label="Use the dark theme">${ICONS.theme}</button>
</header>`;
}

function navigation(context: Context): Html {
  const { page, model } = context;
  const groups = model.sections.map(({ title, articles, areas }) => {
    const isOpen = [...articles, ...areas].some((each) => each.page === page);
    const items = [
      ...areas.map((area) => areaLink(area, context)),
      ...(areas.length > 0 && articles.length > 0 ? [IN_DEPTH] : []),
      ...articles.map((article) => navigationLink(article, context)),
    ];
    return navigationGroup(title, items, isOpen || page === '');
  });
  const more = [
    navigationLink({ page: 'errors', title: 'Errors' }, context),
    navigationLink({ page: 'objects', title: 'Objects' }, context),
    html`<li><a href="${linkToService(page, 'openapi.json')}">OpenAPI document</a></li>`,
  ];
  const isLast = page === 'errors' || page.startsWith('objects') || page === '';
  return html`<nav id="site-navigation" popover aria-label="Documentation">${groups}${navigationGroup(
    'Index',
    more,
    isLast,
  )}</nav>`;
}

/** Above the articles of a section that has areas, too. */
export const IN_DEPTH = html`<li class="caption">In depth</li>`;

function navigationGroup(title: string, items: readonly Html[], isOpen: boolean): Html {
  const open = new Html(isOpen ? ' open' : '');
  return html`<details${open}><summary>${title}</summary><ul>${items}</ul></details>`;
}

function areaLink(area: AreaPage, context: Context): Html {
  const inside =
    area.page === context.page &&
    html`<ul>${area.operations.map(
      ({ id, summary }) => html`<li><a href="#${id}">${summary}</a></li>`,
    )}</ul>`;
  return navigationLink(area, context, inside);
}

function navigationLink(
  target: { readonly page: Target; readonly title: string },
  { page }: Context,
  inside: Part = null,
): Html {
  const current = new Html(target.page === page ? ' aria-current="page"' : '');
  const link = html`<a href="${linkFrom(page, target.page)}"${current}>${shortTitle(target.title)}</a>`;
  return html`<li>${link}${inside}</li>`;
}

/** The part of a title before its colon. */
export function shortTitle(title: string): string {
  return title.replace(/: .*/, '');
}

/** Environment and key for the samples of the page; only with scripts, which write them into the samples. */
export function callSettings(): Html {
  return html`<form class="settings needs-script" aria-label="Samples"><fieldset><legend>Environment</legend>
<label><input type="radio" name="environment" value="sandbox" checked> Sandbox</label>
<label><input type="radio" name="environment" value="production"> Production</label></fieldset>
<label class="key">API key <input type="text" name="key" autocomplete="off" spellcheck="false"
placeholder="$KEY" aria-describedby="site-key-help"></label>
<p id="site-key-help">Written into the samples of this page. The page does not store or send it.</p></form>`;
}

export const CLOSE_PAGE = new Html('\n</main>\n</body>\n</html>\n');

const icon = (path: string) =>
  new Html(
    `<svg viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" aria-hidden="true"
stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round">${path}</svg>`,
  );

const ICONS = {
  menu: icon('<path d="M2 4h12M2 8h12M2 12h12"/>'),
  search: icon('<circle cx="7" cy="7" r="4.5"/><path d="m10.5 10.5 3.5 3.5"/>'),
  theme: icon('<circle cx="8" cy="8" r="5.5"/><path d="M8 2.5v11a5.5 5.5 0 0 0 0-11Z" fill="currentColor"/>'),
  mark: icon('<path d="M3 3v10M6.3 3v10M9.7 3v10M13 3v10M1.5 11 14.5 5"/>'),
};
