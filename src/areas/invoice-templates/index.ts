export { checkContent } from './check-content.ts';
export { BUILT_IN, type Layout, layoutOf, sourcesOf } from './content.ts';
export { checkContents } from './get-template.ts';
export { LABELS, LANGUAGES, type LabelName, type Labels, type Language } from './labels.ts';
export { parseText } from './liquid.ts';
export { findLogo } from './logo/find-logo.ts';
export { createInvoiceTemplate } from './operations/create-invoice-template.ts';
export { updateInvoiceTemplate } from './operations/update-invoice-template.ts';
export { templateInvalid, templateNotFound } from './problems.ts';
export { type Block, type ColumnName, TEXT_NAMES, TemplateContent, type TextName } from './schema.ts';
export { findTemplate, findVersion, listActiveTemplates, type TemplateRow } from './store.ts';
export type { ContentFault } from './tasks.ts';
export {
  type LineVariables,
  NO_SETTINGS,
  type PartyVariables,
  type SettingVariables,
  type TaxIdVariables,
  type Variables,
} from './variables.ts';
