import { Problem, type FieldProblem } from '../../kernel/errors.js';
import type { CertificateInputDto } from './certificate.dto.js';
import type { CertificateRequest } from './issue.js';

/** What a body asks for. Throws `invalid` where its fields exclude each other. */
export function certificateRequestOf(input: CertificateInputDto): CertificateRequest {
  const problems = [...contradictions(input)];
  if (problems.length > 0) throw Problem.invalid(problems);
  return {
    purpose: input.purpose,
    userId: input.user_id?.toLowerCase() ?? null,
    deviceId: input.device_id?.toLowerCase() ?? null,
    commonName: input.common_name,
    dnsNames: input.dns_names,
    validityDays: input.validity_days,
    csr: input.csr,
    cipher: input.pkcs12_encryption === '3des' ? 'legacy' : 'aes',
  };
}

function* contradictions(input: CertificateInputDto): Generator<FieldProblem> {
  const isServer = input.purpose === 'server';
  if (input.user_id && input.device_id)
    yield {
      pointer: '#/device_id',
      detail: "a certificate is a user's or a device's: give one of user_id and device_id",
    };
  if (isServer && input.user_id)
    yield { pointer: '#/user_id', detail: "a server's certificate is nobody's: leave it out" };
  if (isServer && input.device_id)
    yield { pointer: '#/device_id', detail: "a server's certificate is no device's: leave it out" };
  if (!isServer && input.dns_names?.length)
    yield { pointer: '#/dns_names', detail: 'only servers have DNS names: say purpose server, or leave them out' };
  if (input.csr !== undefined && input.pkcs12_encryption !== undefined)
    yield {
      pointer: '#/pkcs12_encryption',
      detail: 'with a request there is no container: the key is with whoever made it',
    };
}
