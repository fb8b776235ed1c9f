// No other area depends on this one: only operations start an erasure.
export {};
