/** In pixels; the same for all items, so that their places follow from their order. */
export const ITEM_HEIGHT = 36;
