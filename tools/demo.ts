// Sample businesses:  npm run demo | npm run demo -- proof
import { DemoProblem } from './demo/nimbus/demo-settings.ts';
import { runNimbus } from './demo/nimbus/run-nimbus.ts';
import { proveInvoice } from './demo/prove-invoice.ts';

const [kind = 'nimbus'] = process.argv.slice(2);
if (kind === 'nimbus') await runNimbus().catch(report);
else if (kind === 'proof') process.exitCode = (await proveInvoice()) ? 0 : 1;
else {
  console.error('npm run demo | npm run demo -- proof');
  process.exitCode = 1;
}

/** What the caller can change is a sentence; anything else keeps its stack. */
function report(error: unknown): void {
  if (!(error instanceof DemoProblem)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
