import { type KeyboardEvent, useState } from 'react';
import { ITEM_HEIGHT } from './item-height.ts';
import { pathTo, rowsOf, stepOf, type TreeNode } from './tree-rows.ts';

export interface TreeState<Node extends TreeNode> {
  root: Node;
  /** The id of the chosen node. */
  current: string;
  /** Whether a node is open before the reader opens or closes it; those around the chosen one always are. */
  isOpenAtFirst(node: Node): boolean;
  onChoose(node: Node): void;
}

/** What is open, where the keyboard is, and what its keys do. */
export function useTree<Node extends TreeNode>({ root, current, isOpenAtFirst, onChoose }: TreeState<Node>) {
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [activeId, setActive] = useState(current);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const around = new Set(pathTo(root, current).slice(0, -1));
  const rows = rowsOf(root, (node) => toggled.get(node.id) ?? (around.has(node) || isOpenAtFirst(node)));
  const active = Math.max(indexOf(activeId), 0);
  const [attach] = useState(() => (element: HTMLElement | null) => {
    if (element) keepInView(element, indexOf(current));
    setScroller(element);
  });
  function indexOf(id: string): number {
    return rows.findIndex(({ node }) => node.id === id);
  }
  const go = (to: number) => {
    setActive(rows[to]?.node.id ?? root.id);
    if (scroller) keepInView(scroller, to);
  };
  const toggle = (index: number) => {
    const row = rows[index];
    if (row) setToggled(new Map([...toggled, [row.node.id, !row.isOpen]]));
  };
  const choose = (node: Node) => {
    setActive(node.id);
    onChoose(node);
  };
  const press = (event: KeyboardEvent) => {
    const row = rows[active];
    if (!row || event.metaKey || event.ctrlKey || event.altKey) return;
    const step = stepOf(event.key, rows, active);
    if (event.key === 'Enter' || event.key === ' ') choose(row.node);
    else if (step && 'go' in step) go(step.go);
    else if (step) toggle(step.toggle);
    else return;
    // The letters and arrows of the tree are not the shortcuts of the page.
    event.preventDefault();
    event.stopPropagation();
  };
  return { rows, active, scroller, attach, toggle, choose, press };
}

function keepInView(scroller: HTMLElement, index: number): void {
  const [start, end] = [index * ITEM_HEIGHT, (index + 1) * ITEM_HEIGHT];
  if (start < scroller.scrollTop) scroller.scrollTop = start;
  else if (end > scroller.scrollTop + scroller.clientHeight) scroller.scrollTop = end - scroller.clientHeight;
}
