import type {
  ExplainedLine,
  ExplainedSlab,
  InvoiceExplanation,
  InvoiceLineItem,
} from '../../../api/generated/types.ts';
import { isZero } from '../../../format/decimals.ts';
import type { TreeNode } from '../../../ui/tree/tree-rows.ts';
import { keysOf, visibleBelow } from './invoice-view.ts';

/** A line in the tree of an invoice, with what explains it. */
export interface LineNode extends TreeNode {
  line: InvoiceLineItem;
  parts: readonly LineNode[];
  /** Of a charged line, its own explanation; of a part of one, that of the line. */
  explained?: ExplainedLine;
  /** The charged line that it is a part of. */
  card?: InvoiceLineItem;
  /** The tier whose amount it is. */
  tier?: ExplainedSlab;
}

/** Every line below the total, which is the root. `textOf` gives the titles of the others. */
export function lineTreeOf(
  { revenueInfo, lines }: InvoiceExplanation,
  { total, textOf }: { total: string; textOf(line: InvoiceLineItem): string },
): LineNode {
  const keys = keysOf(revenueInfo);
  const explained = new Map(lines.map((line) => [lineAt(revenueInfo, line.path), line]));
  const build = (line: InvoiceLineItem, above: Pick<LineNode, 'explained' | 'card'>): LineNode => {
    const own = explained.get(line);
    const part = own ? { explained: own } : above;
    const below = own ? { explained: own, card: line } : above;
    const tier = own ? undefined : above.explained?.slabs?.find((slab) => isTier(line, slab));
    return {
      id: keys.get(line) ?? '',
      title: line === revenueInfo ? total : textOf(line),
      line,
      ...part,
      ...(tier && { tier }),
      parts: visibleBelow(line).map((each) => build(each, below)),
    };
  };
  return build(revenueInfo, {});
}

function lineAt(root: InvoiceLineItem, path: string): InvoiceLineItem | undefined {
  return path.split('.').reduce<InvoiceLineItem | undefined>((line, nth) => line?.lineItems[+nth], root);
}

/** Lines of tiers have the id of their line and the number of the tier. */
function isTier({ id }: InvoiceLineItem, { order }: ExplainedSlab): boolean {
  return id?.endsWith(`#${order}`) ?? false;
}

/** The requested node; otherwise the root, or, if the whole amount is that of one line, this line. */
export function chosenNode(root: LineNode, key: string | undefined): LineNode {
  const found = key === undefined ? null : findNode(root, key);
  if (found) return found;
  let node = root;
  for (let only = onlyPart(node); only; only = onlyPart(node)) node = only;
  return node;
}

/** Null for a charged line: its parts are explained with it. */
function onlyPart({ parts, explained }: LineNode): LineNode | null {
  if (explained) return null;
  const charged = parts.filter(({ line }) => !isZero(line.value));
  return charged.length === 1 ? (charged[0] ?? null) : null;
}

function findNode(node: LineNode, key: string): LineNode | null {
  if (node.id === key) return node;
  for (const part of node.parts) {
    const found = findNode(part, key);
    if (found) return found;
  }
  return null;
}

/** Sums show their lines; lines show their tiers on request. */
export function isOpenAtFirst({ explained }: LineNode): boolean {
  return explained === undefined;
}
