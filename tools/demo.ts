// Sample businesses:  npm run demo | npm run demo -- proof
import { runNimbus } from './demo/nimbus/run-nimbus.ts';
import { proveInvoice } from './demo/prove-invoice.ts';

const [kind = 'nimbus'] = process.argv.slice(2);
if (kind === 'nimbus') await runNimbus();
else if (kind === 'proof') process.exitCode = (await proveInvoice()) ? 0 : 1;
else {
  console.error('npm run demo | npm run demo -- proof');
  process.exitCode = 1;
}
