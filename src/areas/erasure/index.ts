// Nothing asks this area for anything: it is what people ask for.
export {};
