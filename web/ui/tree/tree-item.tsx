import type { MouseEvent, ReactNode } from 'react';
import { classes } from '../classes.ts';
import { ChevronDown } from '../icons.ts';
import { ITEM_HEIGHT } from './item-height.ts';
import type { TreeNode, TreeRow } from './tree-rows.ts';

interface TreeItemProps<Node extends TreeNode> {
  id: string;
  row: TreeRow<Node>;
  /** Whether the keyboard is at it. */
  isActive: boolean;
  isCurrent: boolean;
  url: string;
  note: ReactNode;
}

interface TreeItemActions {
  onChoose(): void;
  onToggle(): void;
}

/** A link that is an item of the tree; the arrow before it opens and closes it. */
export function TreeItem<Node extends TreeNode>(props: TreeItemProps<Node> & { actions: TreeItemActions }) {
  const { id, row, isActive, isCurrent, url, note, actions } = props;
  const { node, level, position, siblings, isOpen } = row;
  const choose = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    const isArrow = event.target instanceof Element && event.target.closest('[data-arrow]') !== null;
    if (isArrow) actions.onToggle();
    else actions.onChoose();
  };
  return (
    <a
      id={id}
      href={url}
      role="treeitem"
      tabIndex={-1}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={isOpen}
      aria-selected={isCurrent}
      aria-current={isCurrent ? 'page' : undefined}
      title={node.title}
      onClick={choose}
      className={classes(
        'flex items-center gap-1.5 rounded-md pe-2 hover:bg-hover',
        isCurrent && 'bg-selected font-medium',
        isActive && 'group-focus-visible/tree:outline-2 group-focus-visible/tree:-outline-offset-2',
        isActive && 'group-focus-visible/tree:outline-accent',
      )}
      style={{ height: ITEM_HEIGHT, paddingInlineStart: `${(level - 1) * 0.875}rem` }}
    >
      <span
        data-arrow={isOpen !== undefined || undefined}
        className="grid h-full w-6 shrink-0 place-items-center"
      >
        {isOpen !== undefined && (
          <ChevronDown
            aria-hidden
            className={classes('size-4 text-muted', !isOpen && '-rotate-90 rtl:rotate-90')}
          />
        )}
      </span>
      <bdi className="min-w-0 flex-1 truncate">{node.title}</bdi>
      {note}
    </a>
  );
}
