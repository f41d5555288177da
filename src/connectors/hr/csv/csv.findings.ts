import type { Finding } from '../../../provisioning/connector/files.js';

const mostRows = 10;

/** Collects broken rules: counts all, lists the first ten rows of each. */
export class Findings {
  private readonly byRule = new Map<string, { count: number; rows: number[]; detail: string }>();

  /** `row` is null for a rule about the whole file. */
  add(rule: string, row: number | null, detail: string): void {
    const known = this.byRule.get(rule) ?? { count: 0, rows: [], detail };
    known.count += 1;
    if (row !== null && known.rows.length < mostRows) known.rows.push(row);
    this.byRule.set(rule, known);
  }

  addCount(rule: string, count: number, detail: string): void {
    this.byRule.set(rule, { count, rows: [], detail });
  }

  take(rule: string): Finding[] {
    const known = this.byRule.get(rule);
    this.byRule.delete(rule);
    return known ? [{ rule, ...known }] : [];
  }

  list(): Finding[] {
    return [...this.byRule].map(([rule, found]) => ({ rule, ...found }));
  }
}
