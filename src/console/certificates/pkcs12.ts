import { createHash, webcrypto } from 'node:crypto';
import * as asn1 from 'asn1js';
import * as pkijs from 'pkijs';
import type { Chance } from '../../kernel/chance.js';
import { encryptWithTripleDes, sha1TripleDes } from './pkcs12-legacy.js';

/** A key with its certificate and the certificates above it, all in DER. */
export interface Identity {
  readonly privateKey: Buffer;
  readonly certificate: Buffer;
  readonly authority: Buffer;
  /** Shown in lists of certificates. */
  readonly name: string;
}

/**
 * Encryption of the container: `aes` (AES-256, SHA-256) or `legacy` (triple DES, SHA-1), because Apple's and Android's
 * importers refuse AES: https://github.com/openssl/openssl/issues/19871
 */
export type Pkcs12Cipher = 'aes' | 'legacy';

// Passwords are random and long, or absent if the importer takes none. More rounds would add nothing.
const iterations = 2048;
const data = '1.2.840.113549.1.7.1';
const bags = { key: '1.2.840.113549.1.12.10.1.2', certificate: '1.2.840.113549.1.12.10.1.3' };
const friendlyName = '1.2.840.113549.1.9.20';
const localKeyId = '1.2.840.113549.1.9.21';

const engine = new pkijs.CryptoEngine({ name: 'node', crypto: webcrypto as unknown as Crypto });

/** A PKCS#12 container (DER) with the identity and its chain. */
export async function pkcs12(
  identity: Identity,
  password: string,
  cipher: Pkcs12Cipher,
  chance: Chance,
): Promise<Buffer> {
  const safe = new pkijs.AuthenticatedSafe(
    cipher === 'aes' ? await safeWithAes(identity, password) : safeWithTripleDes(identity, password, chance),
  );
  const container = new pkijs.PFX({ parsedValue: { integrityMode: 0, authenticatedSafe: safe } });
  const hash = cipher === 'aes' ? 'SHA-256' : 'SHA-1';
  await container.makeInternalValues(
    { password: bytesOf(password), iterations, pbkdf2HashAlgorithm: hash, hmacHashAlgorithm: hash },
    engine,
  );
  return Buffer.from(container.toSchema().toBER(false));
}

async function safeWithAes(identity: Identity, password: string): Promise<pkijs.AuthenticatedSafeParameters> {
  const encryption = {
    password: bytesOf(password),
    hmacHashAlgorithm: 'SHA-256',
    iterationCount: iterations,
    // The type requires an initial vector, but the library makes a random one itself.
    contentEncryptionAlgorithm: { name: 'AES-CBC', length: 256, iv: new Uint8Array() },
  };
  const key = new pkijs.PKCS8ShroudedKeyBag({
    parsedValue: pkijs.PrivateKeyInfo.fromBER(new Uint8Array(identity.privateKey)),
  });
  await key.makeInternalValues(encryption, engine);
  const safe = new pkijs.AuthenticatedSafe({
    parsedValue: {
      safeContents: [
        { privacyMode: 0, value: new pkijs.SafeContents({ safeBags: [keyBag(key, identity)] }) },
        { privacyMode: 1, value: certificates(identity) },
      ],
    },
  });
  await safe.makeInternalValues({ safeContents: [{}, encryption] }, engine);
  return { safeContents: safe.safeContents };
}

function safeWithTripleDes(identity: Identity, password: string, chance: Chance): pkijs.AuthenticatedSafeParameters {
  const key = tripleDes(identity.privateKey, password, chance);
  const shrouded = new pkijs.PKCS8ShroudedKeyBag({ encryptionAlgorithm: key.algorithm, encryptedData: key.encrypted });
  const closed = tripleDes(Buffer.from(certificates(identity).toSchema().toBER(false)), password, chance);
  const encryptedContentInfo = new pkijs.EncryptedContentInfo({
    contentType: data,
    contentEncryptionAlgorithm: closed.algorithm,
    encryptedContent: closed.encrypted,
    disableSplit: true,
  });
  const open = new pkijs.SafeContents({ safeBags: [keyBag(shrouded, identity)] });
  return {
    safeContents: [
      new pkijs.ContentInfo({
        contentType: data,
        content: new asn1.OctetString({ valueHex: open.toSchema().toBER(false) }),
      }),
      new pkijs.ContentInfo({
        contentType: pkijs.ContentInfo.ENCRYPTED_DATA,
        content: new pkijs.EncryptedData({ encryptedContentInfo }).toSchema(),
      }),
    ],
  };
}

function tripleDes(
  plain: Buffer,
  password: string,
  chance: Chance,
): { algorithm: pkijs.AlgorithmIdentifier; encrypted: asn1.OctetString } {
  const salt = chance.bytes(16);
  const parameters = new asn1.Sequence({
    value: [new asn1.OctetString({ valueHex: salt }), new asn1.Integer({ value: iterations })],
  });
  return {
    algorithm: new pkijs.AlgorithmIdentifier({ algorithmId: sha1TripleDes, algorithmParams: parameters }),
    encrypted: new asn1.OctetString({ valueHex: encryptWithTripleDes(plain, password, salt, iterations) }),
  };
}

function keyBag(bagValue: pkijs.PKCS8ShroudedKeyBag, identity: Identity): pkijs.SafeBag {
  return new pkijs.SafeBag({ bagId: bags.key, bagValue, bagAttributes: attributes(identity) });
}

function certificates(identity: Identity): pkijs.SafeContents {
  const bag = (der: Buffer, bagAttributes?: pkijs.Attribute[]) =>
    new pkijs.SafeBag({
      bagId: bags.certificate,
      bagValue: new pkijs.CertBag({ parsedValue: pkijs.Certificate.fromBER(new Uint8Array(der)) }),
      bagAttributes,
    });
  return new pkijs.SafeContents({
    safeBags: [bag(identity.certificate, attributes(identity)), bag(identity.authority)],
  });
}

/** The shared local id links the key to its certificate. */
function attributes({ name, certificate }: Identity): pkijs.Attribute[] {
  return [
    new pkijs.Attribute({ type: friendlyName, values: [new asn1.BmpString({ value: name })] }),
    new pkijs.Attribute({
      type: localKeyId,
      values: [new asn1.OctetString({ valueHex: createHash('sha1').update(certificate).digest() })],
    }),
  ];
}

function bytesOf(password: string): ArrayBuffer {
  return new TextEncoder().encode(password).buffer;
}
