/** What stands behind a simulated API under one key; `changedAt`: milliseconds of its clock. */
export interface SimulatedRecord {
  readonly key: string;
  record: Record<string, unknown>;
  changedAt: number;
}
