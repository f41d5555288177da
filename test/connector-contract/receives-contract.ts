import { describe, expect, test } from '@jest/globals';
import { ConnectorProblem } from '../../src/provisioning/connector/connector-problem.js';
import type { ConnectorDefinition, InboundRequest } from '../../src/provisioning/connector/connector.js';
import type { ReceivesRig } from './rig.js';
import { open, secretsOf } from './session.js';
import { faultsOf } from './valid-facts.js';

export function describeReceives(definition: ConnectorDefinition, rig: ReceivesRig): void {
  const receiving = () => open(definition, { settings: rig.settings });

  describe('receives', () => {
    test('accepts what the vendor sends', async () => {
      for (const request of rig.genuine()) {
        const accepted = await receiving().connector.receives!.verify(request);
        expect(accepted.answer?.status ?? 200).toBeLessThan(300);
      }
    });

    test('refuses what somebody else sends before parsing it, and shows no secret', async () => {
      expect(rig.forged().length).toBeGreaterThan(0);
      for (const request of rig.forged()) {
        const { connector, log } = receiving();
        const problem: unknown = await connector.receives!.verify(request).then(
          () => undefined,
          (refusal: unknown) => refusal,
        );
        expect(problem).toBeInstanceOf(ConnectorProblem);
        expect((problem as ConnectorProblem).code).toBe('signature_invalid');
        for (const secret of secretsOf(definition, rig.settings))
          expect(`${(problem as Error).message} ${log.lines.join('\n')}`).not.toContain(secret);
      }
      const unreadable = rig
        .genuine()
        .map((request) => ({ ...withoutProof(request), body: Buffer.from('{"not json') }));
      for (const request of unreadable)
        await expect(receiving().connector.receives!.verify(request)).rejects.toMatchObject({
          code: 'signature_invalid',
        });
    });

    test('a proven message of another customer is recognised, not stored, and changes nothing', async () => {
      expect(rig.ofAnother !== undefined || definition.installations === undefined).toBe(true);
      for (const request of rig.ofAnother?.() ?? []) {
        const opened = receiving();
        const accepted = await opened.connector.receives!.verify(request);
        expect(accepted).toMatchObject({ ofAnother: expect.stringMatching(/\S/) });
        expect(accepted.stored).toBeUndefined();
        expect(interpret(opened, request.body).filter(({ kind }) => kind !== 'ignored')).toEqual([]);
      }
      for (const request of [...rig.genuine(), rig.unknown()])
        expect((await receiving().connector.receives!.verify(request)).ofAnother).toBeUndefined();
    });

    test('a common address finds its installation in the message, and in nothing else', () => {
      const { installations } = definition;
      if (!installations) return;
      const ours = String(rig.settings[installations.setting]).toLowerCase();
      for (const request of rig.genuine()) expect(installations.named(request.body)?.toLowerCase()).toBe(ours);
      for (const body of ['', 'null', '[]', '42', '{"not json', '{}', '{"meta":[]}'])
        expect(installations.named(Buffer.from(body))).toBeUndefined();
    });

    test('the same stored bytes mean the same, and are left as they were', () => {
      for (const request of rig.genuine()) {
        const before = Buffer.from(request.body);
        const first = interpret(receiving(), request.body);
        expect(interpret(receiving(), request.body)).toEqual(first);
        expect(request.body.equals(before)).toBe(true);
        expect(faultsOf(first, definition.factKind)).toEqual([]);
      }
    });

    test('an event of an unknown kind is accepted and ignored', async () => {
      const request = rig.unknown();
      const opened = receiving();
      await opened.connector.receives!.verify(request);
      expect(interpret(opened, request.body).filter(({ kind }) => kind !== 'ignored')).toEqual([]);
    });

    test('a stored body that cannot be understood is reported, not thrown', () => {
      for (const body of ['', 'null', '[]', '42', '{"not json', '{}', '{"events":[null,1,"x",{}]}', '\u0000\u0001']) {
        const changes = interpret(receiving(), Buffer.from(body));
        expect(changes.filter(({ kind }) => kind !== 'ignored' && kind !== 'malformed')).toEqual([]);
      }
    });
  });
}

/** The request as a stranger would send it: no headers that prove anything, no secret in the address. */
function withoutProof(request: InboundRequest): InboundRequest {
  return { ...request, path: '/', headers: { 'content-type': 'application/json' } };
}

function interpret({ connector }: ReturnType<typeof open>, body: Buffer) {
  return connector.receives!.interpret({ body, receivedAt: '2026-05-14T13:12:04.000Z', sequence: '0000000000000042' });
}
