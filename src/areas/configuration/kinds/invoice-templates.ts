import {
  createInvoiceTemplate,
  findTemplate,
  listActiveTemplates,
  type TemplateRow,
  updateInvoiceTemplate,
} from '#areas/invoice-templates/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { call, type Kind, type Run, rejectUnknown } from '../kind.ts';
import { thingAmbiguous } from '../problems.ts';
import type { TemplateItem } from '../schema.ts';

/** Logos are files of their environment: a template keeps its existing one. */
export const invoiceTemplateKind: Kind<TemplateItem> = {
  type: 'INVOICE_TEMPLATE',
  nameOf: ({ name }) => name,
  async find({ context }, { name, hasLogo }) {
    const row = await findTemplateNamed(context, name);
    // A document cannot change the logo, so its presence does not count as a difference.
    const { hasLogo: _, ...item } = row ? describe(row) : { content: {} };
    return row && { id: row.id, item: { ...item, ...(hasLogo !== undefined && { hasLogo }) } };
  },
  async remark({ tx, org }, { name, hasLogo }) {
    const [row] = await listActiveTemplates(tx, org, { name, limit: 1 });
    return hasLogo && !row?.content.logoFileId ? LOGO : null;
  },
  async create(run, item) {
    const { name, content } = item;
    await call(createInvoiceTemplate, run, { body: { name, content }, prepared: run.faults.get(item) });
  },
  async change(run, item, { id }) {
    const logoFileId = (await findTemplateNamed(run.context, item.name))?.content.logoFileId;
    const content = { ...item.content, ...(logoFileId && { logoFileId }) };
    const params = { invoice_template_id: id };
    await call(updateInvoiceTemplate, run, { params, body: { content }, prepared: run.faults.get(item) });
  },
};

const LOGO =
  'the document does not contain its logo; upload it with POST /ext/v1/invoice_templates/logos, and ' +
  'set it with PATCH of the template';

export async function listTemplateItems({ tx, org }: Context, limit: number): Promise<TemplateItem[]> {
  const rows = await listActiveTemplates(tx, org, { limit });
  const twice = rows.find(({ name }, index) => rows[index + 1]?.name === name);
  if (twice) throw thingAmbiguous({ type: 'INVOICE_TEMPLATE', name: twice.name });
  return rows.map(describe);
}

/** Raises the reason if no template or more than one has the name. */
export async function templateIdOf(run: Run, name: string): Promise<string> {
  const row = await findTemplateNamed(run.context, name);
  return row?.id ?? rejectUnknown(run, { type: 'INVOICE_TEMPLATE', name });
}

/** The names of templates by id. */
export async function listTemplateNames(
  { tx, org }: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const id of new Set(ids)) {
    const row = await findTemplate(tx, org, id);
    if (row) names.set(id, row.name);
  }
  return names;
}

async function findTemplateNamed({ tx, org }: Context, name: string): Promise<TemplateRow | null> {
  const [row, other] = await listActiveTemplates(tx, org, { name, limit: 2 });
  if (other) throw thingAmbiguous({ type: 'INVOICE_TEMPLATE', name });
  return row ?? null;
}

function describe({ name, content: { logoFileId, ...content } }: TemplateRow): TemplateItem {
  return { name, ...(logoFileId && { hasLogo: true }), content };
}
