export { createAddOn } from './operations/create-add-on.ts';
export { updateAddOn } from './operations/update-add-on.ts';
export { CreateAddOnRequest } from './schema.ts';
export { type AddOnRow, findAddOn, findAddOnNamed, listActiveAddOns, listAddOnsById } from './store.ts';
