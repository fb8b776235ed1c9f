import { invoiceTemplateWork } from '#areas/invoice-templates/heavy-work.ts';
import { invoiceWork } from '#areas/invoices/heavy-work.ts';
import { serveTasks } from '#platform/workers/serve-tasks.ts';

// The program of the worker threads, which `app.ts` starts: what each area has done there.
serveTasks([...invoiceTemplateWork, ...invoiceWork]);
