import { Problem, type FieldProblem } from '../../kernel/errors.js';
import type { CertificateRequest } from './issue.js';

/** CertificateInputDto, as it is read. */
export interface CertificateInput extends Pick<
  CertificateRequest,
  'purpose' | 'userId' | 'deviceId' | 'networkClientId' | 'commonName' | 'dnsNames' | 'validityDays' | 'csr'
> {
  readonly pkcs12Encryption?: 'aes256' | '3des';
}

/** What a request body asks for. Throws `invalid` if its fields exclude each other. */
export function certificateRequestOf(input: CertificateInput): CertificateRequest {
  const problems = [...contradictions(input)];
  if (problems.length > 0) throw Problem.invalid(problems);
  const { pkcs12Encryption, ...values } = input;
  return { ...values, cipher: pkcs12Encryption === '3des' ? 'legacy' : 'aes' };
}

function* contradictions(input: CertificateInput): Generator<FieldProblem> {
  const isServer = input.purpose === 'server';
  if (input.userId && input.deviceId)
    yield {
      pointer: '#/device_id',
      detail: "a certificate is a user's or a device's: give one of user_id and device_id",
    };
  if (isServer && input.userId)
    yield { pointer: '#/user_id', detail: "a server's certificate is nobody's: leave it out" };
  if (isServer && input.deviceId)
    yield { pointer: '#/device_id', detail: "a server's certificate is no device's: leave it out" };
  const isSite = input.purpose === 'radsec';
  if (isSite && !input.networkClientId)
    yield { pointer: '#/network_client_id', detail: 'name the client of a network that the certificate speaks for' };
  if (!isSite && input.networkClientId)
    yield { pointer: '#/network_client_id', detail: 'only access points have it: say purpose radsec, or leave it out' };
  if (isSite && (input.userId || input.deviceId))
    yield {
      pointer: input.userId ? '#/user_id' : '#/device_id',
      detail: "an access point's certificate is nobody's device: leave it out",
    };
  if (!isServer && input.dnsNames?.length)
    yield { pointer: '#/dns_names', detail: 'only servers have DNS names: say purpose server, or leave them out' };
  if (input.csr !== undefined && input.pkcs12Encryption !== undefined)
    yield {
      pointer: '#/pkcs12_encryption',
      detail: 'with a request there is no container: the key is with whoever made it',
    };
}
