// Nothing above this area asks it for anything.
export {};
