import type { Schema } from './document.ts';
import { type Html, html } from './html.ts';
import { linkFrom, objectPage, type Target } from './links.ts';
import { renderArticle, renderText } from './markdown.ts';
import { memberList, typeOf } from './members.ts';
import type { AreaPage, Article, Model } from './model.ts';
import { type Context, operationLinks, operationSection, sentence } from './operation.ts';
import { errorsPage, landing, objectsPage } from './overviews.ts';
import { objectSample } from './samples.ts';
import { type AssetUrl, CLOSE_PAGE, callSettings, type Frame, openPage } from './shell.ts';

/** A page before it is written: its frame, and its text in pieces of a few milliseconds each. */
export interface Page {
  readonly frame: Frame;
  pieces(context: Context): Iterable<Html>;
}

export interface Site {
  readonly model: Model;
  readonly baseUrl: string;
  readonly assetUrl: AssetUrl;
}

/** The HTML of a page at a target, a piece per step. */
export function* writePage(page: Page, target: Target, site: Site): Generator<undefined, string> {
  const context: Context = { page: target, model: site.model, baseUrl: site.baseUrl };
  const texts = [openPage(page.frame, context, site.assetUrl).text];
  yield;
  for (const piece of page.pieces(context)) {
    texts.push(piece.text);
    yield;
  }
  return [...texts, CLOSE_PAGE.text].join('');
}

/** The page shown where there is none. */
export const missingPage: Page = {
  frame: { title: 'Page not found', description: 'Page not found', kind: 'list' },
  *pieces({ page }) {
    yield html`<h1>Page not found</h1><p class="lead">This address has no page. Search for what you need,
or start at the <a href="${linkFrom(page, '')}">overview</a>.</p>`;
  },
};

export function findPage(target: Target, model: Model): Page | null {
  if (target === '') return landing(model);
  if (target === 'errors') return errorsPage(model);
  if (target === 'objects') return objectsPage(model);
  const article = model.articles.get(target);
  if (article) return articlePage(article, model);
  const area = model.areas.get(target);
  if (area) return areaPage(area);
  const [, name = ''] = /^objects\/(\w+)$/.exec(target) ?? [];
  const schema = model.schemas.get(name);
  return schema ? schemaPage(name, schema) : null;
}

function articlePage(article: Article, model: Model): Page {
  const { title, markdown, file } = article;
  const opening = /\n\n([^#`|\n][\s\S]*?)\n\n/.exec(markdown)?.[1] ?? title;
  return {
    frame: { title, description: opening.replaceAll(/\s+/g, ' '), kind: 'article' },
    *pieces({ page }) {
      const has = (each: Target) => model.articles.has(each);
      const { body, headings } = renderArticle(markdown, { page, file, has });
      yield html`<article class="prose"><h1>${title}</h1>${body}</article>`;
      const top = headings.filter(({ level }) => level === 2);
      if (top.length > 1) yield contentsOf(top);
    },
  };
}

function contentsOf(headings: readonly { readonly id: string; readonly text: string }[]): Html {
  const links = headings.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`);
  return html`<aside class="toc" aria-label="On this page"><p>On this page</p><ul>${links}</ul></aside>`;
}

function areaPage(area: AreaPage): Page {
  return {
    frame: { title: area.title, description: area.about, kind: 'area' },
    *pieces(context) {
      const links = operationLinks(area.operations, context);
      const title = html`<h1>${area.title}</h1>${sentence(area.about)}`;
      yield html`<div class="opening"><div class="text">${title}${links}</div>
<div class="samples">${callSettings()}</div></div>`;
      for (const operation of area.operations) yield* operationSection(operation, context);
    },
  };
}

/** Named schemas are expanded so deep on the page of an object. */
const OBJECT_DEPTH = 4;

function schemaPage(name: string, schema: Schema): Page {
  return {
    frame: { title: name, description: schema.description ?? `Members of ${name}`, kind: 'object' },
    *pieces(context) {
      const { page, model } = context;
      const { schemas } = model.document.components;
      const list = memberList(schema, { page, schemas, depth: OBJECT_DEPTH, anchors: 'member-' });
      const example = model.examples.get(name);
      yield html`<div class="opening"><div class="text"><h1>${name}</h1>${
        schema.description && html`<div class="lead">${renderText(schema.description)}</div>`
      }<h2>Members</h2>${list ?? html`<p>${typeOf(schema, page)}</p>`}${usesOf(name, context)}</div>
<div class="samples">${example !== undefined && objectSample(example)}</div></div>`;
    },
  };
}

function usesOf(name: string, context: Context): Html {
  const { page, model } = context;
  const { operations = [], objects = [] } = model.uses.get(name) ?? {};
  const links = objects.map(
    (each) => html`<li><a href="${linkFrom(page, objectPage(each))}">${each}</a></li>`,
  );
  return html`${operations.length > 0 && html`<h2>Operations</h2>${operationLinks(operations, context)}`}${
    objects.length > 0 && html`<h2>Part of</h2><ul class="names">${links}</ul>`
  }`;
}
