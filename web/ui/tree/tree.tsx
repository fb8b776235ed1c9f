import { lazy, type ReactNode, Suspense, useId } from 'react';
import { ITEM_HEIGHT } from './item-height.ts';
import { TreeItem } from './tree-item.tsx';
import type { TreeNode } from './tree-rows.ts';
import { type TreeState, useTree } from './use-tree.ts';

// Few trees have more items than fit into the page.
const VirtualItems = lazy(async () => ({ default: (await import('./virtual-items.tsx')).VirtualItems }));

interface TreeProps<Node extends TreeNode> extends TreeState<Node> {
  label: string;
  /** At the end of the line of a node. */
  note(node: Node): ReactNode;
  urlOf(node: Node): string;
}

/** Beyond it, only the items that can be seen are in the page. */
const MAX_ITEMS_IN_PAGE = 100;

/**
 * Nodes with their parts. The tree has the focus and names the item that the keyboard is at as its active
 * descendant, so that the focus stays when an item leaves the page.
 */
export function Tree<Node extends TreeNode>({ label, note, urlOf, ...state }: TreeProps<Node>) {
  const id = useId();
  const { rows, active, scroller, attach, toggle, choose, press } = useTree(state);
  const itemAt = (index: number) => {
    const row = rows[index];
    if (!row) return null;
    const { node } = row;
    return (
      <TreeItem
        key={node.id}
        id={id + node.id}
        row={row}
        isActive={index === active}
        isCurrent={node.id === state.current}
        url={urlOf(node)}
        note={note(node)}
        actions={{ onChoose: () => choose(node), onToggle: () => toggle(index) }}
      />
    );
  };
  return (
    <div
      ref={attach}
      role="tree"
      aria-label={label}
      aria-activedescendant={id + (rows[active]?.node.id ?? '')}
      tabIndex={0}
      onKeyDown={press}
      className="group/tree max-h-full min-h-0 overflow-y-auto rounded-md"
    >
      <div style={{ height: rows.length * ITEM_HEIGHT }}>
        {rows.length <= MAX_ITEMS_IN_PAGE
          ? rows.map((_, index) => itemAt(index))
          : scroller && (
              <Suspense>
                <VirtualItems {...{ scroller, itemAt }} count={rows.length} />
              </Suspense>
            )}
      </div>
    </div>
  );
}
