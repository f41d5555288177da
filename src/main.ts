import './heap.js';

// Loaded afterwards: what stands in an import above is read whole before anything runs.
await import('./serve.js');
