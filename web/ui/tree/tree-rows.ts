/** Something with parts, such as an invoice and its lines. */
export interface TreeNode {
  id: string;
  title: string;
  parts: readonly TreeNode[];
}

/** A node that can be seen, with its place for screen readers. */
export interface TreeRow<Node extends TreeNode> {
  node: Node;
  /** 1 for the root. */
  level: number;
  /** Its position among its siblings, from 1, and their number. */
  position: number;
  siblings: number;
  /** Undefined: it has no parts. */
  isOpen: boolean | undefined;
}

/** The nodes that can be seen, from top to bottom. */
export function rowsOf<Node extends TreeNode>(root: Node, isOpen: (node: Node) => boolean): TreeRow<Node>[] {
  const rows: TreeRow<Node>[] = [];
  const add = (node: Node, place: Pick<TreeRow<Node>, 'level' | 'position' | 'siblings'>) => {
    const opens = node.parts.length > 0 ? isOpen(node) : undefined;
    rows.push({ node, ...place, isOpen: opens });
    if (!opens) return;
    const { length } = node.parts;
    node.parts.forEach((part, index) => {
      add(part as Node, { level: place.level + 1, position: index + 1, siblings: length });
    });
  };
  add(root, { level: 1, position: 1, siblings: 1 });
  return rows;
}

/** From the root to the node, both included; empty if the root does not contain it. */
export function pathTo<Node extends TreeNode>(root: Node, id: string): Node[] {
  if (root.id === id) return [root];
  for (const part of root.parts as readonly Node[]) {
    const path = pathTo(part, id);
    if (path.length > 0) return [root, ...path];
  }
  return [];
}

/** What a key does in a tree: goes to a row, or opens or closes the one that it is at. */
export type TreeStep = { go: number } | { toggle: number } | null;

/** As the tree pattern of ARIA: arrows, Home, End, and the first letter of a title. */
export function stepOf<Node extends TreeNode>(
  key: string,
  rows: readonly TreeRow<Node>[],
  at: number,
): TreeStep {
  const row = rows[at];
  if (!row) return null;
  switch (key) {
    case 'ArrowDown':
      return { go: Math.min(at + 1, rows.length - 1) };
    case 'ArrowUp':
      return { go: Math.max(at - 1, 0) };
    case 'Home':
      return { go: 0 };
    case 'End':
      return { go: rows.length - 1 };
    case 'ArrowRight':
      if (row.isOpen === undefined) return null;
      return row.isOpen ? { go: at + 1 } : { toggle: at };
    case 'ArrowLeft':
      return row.isOpen ? { toggle: at } : { go: parentOf(rows, at) };
    default:
      return startsWith(key, rows, at);
  }
}

function parentOf<Node extends TreeNode>(rows: readonly TreeRow<Node>[], at: number): number {
  const level = rows[at]?.level ?? 1;
  const parent = rows.slice(0, at).findLastIndex((row) => row.level < level);
  return Math.max(parent, 0);
}

/** The next row whose title begins with a letter, and from the end to the top. */
function startsWith<Node extends TreeNode>(
  key: string,
  rows: readonly TreeRow<Node>[],
  at: number,
): TreeStep {
  if ([...key].length !== 1 || key === ' ') return null;
  const letter = key.toLowerCase();
  const isFound = ({ node }: TreeRow<Node>) => node.title.toLowerCase().startsWith(letter);
  const after = rows.findIndex((row, index) => index > at && isFound(row));
  const go = after === -1 ? rows.findIndex(isFound) : after;
  return go === -1 ? null : { go };
}
