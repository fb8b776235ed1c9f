import { printingWork } from '#areas/invoice-printing/heavy-work.ts';
import { invoiceTemplateWork } from '#areas/invoice-templates/heavy-work.ts';
import { serveTasks } from '#platform/workers/serve-tasks.ts';

// The program of the worker threads, which `app.ts` starts: the tasks of each area.
serveTasks([...invoiceTemplateWork, ...printingWork]);
