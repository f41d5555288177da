/** Where to continue. Stored as JSON and returned unchanged; only the connector reads it. */
export type Cursor = Readonly<Record<string, unknown>>;
