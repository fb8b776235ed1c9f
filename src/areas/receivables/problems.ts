// Both lists only raise the problems of any list.
export {};
