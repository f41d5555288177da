/** Of a chart: a value for each of its buckets. */
export interface Line {
  readonly name: string;
  readonly values: readonly number[];
}
