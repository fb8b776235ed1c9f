import { findTemplate, NO_SETTINGS, type SettingVariables } from '#areas/invoice-templates/index.ts';
import { findOrgSetting } from '#areas/settings/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { findPrint, findPrintSettings, readSettingVariables } from '../store/prints.ts';

/** The choices of a layout; without a template the built-in one. */
export interface PrintChoices {
  templateId: string | null;
  templateVersion: number | null;
  hidesZeroLines: boolean;
  settings: SettingVariables;
}

/** The choices with which an invoice was issued. */
export async function readFrozenPrint(tx: Tx, org: Org, invoiceId: string): Promise<PrintChoices> {
  const print = await findPrint(tx, org, invoiceId);
  if (!print) return DEFAULT;
  const { settings } = JSON.parse(print.data) as { settings: SettingVariables };
  const { templateId, templateVersion, hidesZeroLines } = print;
  return { templateId, templateVersion, hidesZeroLines, settings };
}

const DEFAULT: PrintChoices = {
  ...{ templateId: null, templateVersion: null, hidesZeroLines: false, settings: NO_SETTINGS },
};

/** The choices with which an invoice would be issued now. */
export async function readCurrentPrint(tx: Tx, org: Org, invoiceId: string): Promise<PrintChoices> {
  const found = await findPrintSettings(tx, org, invoiceId);
  if (!found) return DEFAULT;
  const { templateId, templateVersion, hidesZeroLines } = found;
  const settings = await readSettingVariables(tx, org, found);
  return { templateId, templateVersion, hidesZeroLines, settings };
}

/** The choices for an account without settings of its own: those of the organization. */
export async function readDefaultPrint(tx: Tx, org: Org): Promise<PrintChoices> {
  const id = await findOrgSetting(tx, org, 'INVOICE_TEMPLATE_ID');
  const template = id === null ? null : await findTemplate(tx, org, id);
  const hides = await findOrgSetting(tx, org, 'INVOICE_HIDE_ZERO_LINES');
  const nobody = { invoiceId: '', accountId: null, customerId: null, groupId: null };
  return {
    ...{ templateId: template?.id ?? null, templateVersion: template?.version ?? null },
    ...{ hidesZeroLines: hides === 'true', settings: await readSettingVariables(tx, org, nobody) },
  };
}
