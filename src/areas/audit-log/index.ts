// Nothing asks this area for anything: the database writes what it keeps.
export {};
