import { describe, expect, test } from '@jest/globals';
import type { ConnectorDefinition } from '../../src/provisioning/connector/connector.js';
import { KeptFiles, offered } from './kept-files.js';
import type { ExaminesRig } from './rig.js';
import { open } from './session.js';

/** Whole files: looked through before anything counts, told in rules and rows, never in values. */
export function describeExamines(definition: ConnectorDefinition, rig: ExaminesRig): void {
  const examining = async (content: Buffer) => {
    const files = new KeptFiles();
    const { connector, log } = open(definition, { settings: rig.settings, files });
    const file = await files.store(offered(content), connector.examines!.mostBytes);
    const { examination } = await connector.examines!.examine(file, files, AbortSignal.timeout(200_000));
    return { examination, log };
  };

  describe('examines', () => {
    test('accepts a whole file, and says the same of it twice', async () => {
      const { examination } = await examining(rig.good());
      expect(examination).toMatchObject({ verdict: 'accepted', findings: [] });
      expect((await examining(rig.good())).examination).toEqual(examination);
    });

    test('rejects what cannot be read, by a named rule', async () => {
      for (const content of rig.broken()) {
        const { examination } = await examining(content);
        expect(examination.verdict).toBe('rejected');
        for (const { rule, detail, count, rows } of examination.findings) {
          expect(rule).toMatch(/^[a-z_]+$/);
          expect(detail.trim()).not.toBe('');
          expect(count).toBeGreaterThan(0);
          expect(rows.length).toBeLessThanOrEqual(10);
        }
      }
    });

    test('tells no value of a person, neither in what it found nor in the log', async () => {
      for (const content of [rig.good(), ...rig.broken()]) {
        const { examination, log } = await examining(content);
        for (const value of rig.personal)
          expect(`${JSON.stringify(examination)} ${log.lines.join('\n')}`).not.toContain(value);
      }
    });
  });
}
