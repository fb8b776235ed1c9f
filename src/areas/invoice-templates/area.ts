import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { archiveInvoiceTemplate } from './operations/archive-invoice-template.ts';
import { createInvoiceTemplate } from './operations/create-invoice-template.ts';
import { getInvoiceTemplate } from './operations/get-invoice-template.ts';
import { listInvoiceTemplates } from './operations/list-invoice-templates.ts';
import { updateInvoiceTemplate } from './operations/update-invoice-template.ts';
import { uploadInvoiceLogo } from './operations/upload-invoice-logo.ts';

export const invoiceTemplates: Area = {
  name: 'invoice-templates',
  title: 'Invoice templates',
  operations: [
    listInvoiceTemplates,
    createInvoiceTemplate,
    uploadInvoiceLogo,
    getInvoiceTemplate,
    updateInvoiceTemplate,
    archiveInvoiceTemplate,
  ],
};
