// No higher area imports anything from this one.
export {};
