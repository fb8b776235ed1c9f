import { templateInvalid } from '#areas/invoice-templates/index.ts';
import type { Deployment } from '#platform/deployment.ts';
import type { Org } from '#platform/http/operation.ts';
import { WORKER_PROBLEMS } from '#platform/workers/pool.ts';
import { TaskKilled } from '#platform/workers/thread.ts';
import { previewTooLarge } from './problems.ts';
import { type Drawing, drawInvoiceTask, drawPreviewTask, MAX_PREVIEW_BYTES } from './tasks.ts';

/** Problems of `renderPreview` in addition to `templateInvalid`. */
export const PREVIEW_PROBLEMS = [previewTooLarge, ...WORKER_PROBLEMS];

/** Returns the marked document in base64. */
export async function renderPreview(
  { org, deployment }: { org: Org; deployment: Deployment },
  input: Drawing & { isContentSent: boolean },
): Promise<string> {
  const outcome = await deployment.workers.run(drawPreviewTask, { org, input }).catch((error) => {
    throw error instanceof TaskKilled ? previewTooLarge({ reason: error.message }) : error;
  });
  if ('base64' in outcome) return outcome.base64;
  throw 'at' in outcome ? templateInvalid(outcome) : previewTooLarge({ reason: outcome.tooLarge });
}

/** Returns the document in base64 exactly as it would be stored. */
export async function renderUnmarked(
  { org, deployment }: { org: Org; deployment: Deployment },
  input: Drawing,
): Promise<string> {
  const bytes = await deployment.workers.run(drawInvoiceTask, { org, input }).catch((error) => {
    throw error instanceof TaskKilled ? previewTooLarge({ reason: error.message }) : error;
  });
  if (bytes.length > MAX_PREVIEW_BYTES)
    throw previewTooLarge({ reason: `the document has ${bytes.length} bytes` });
  return Buffer.from(bytes).toString('base64');
}
