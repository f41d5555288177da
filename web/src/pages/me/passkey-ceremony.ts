import { api } from '../../api/client';

/** The browser asks the person; the device keeps its key, the service the public one. */
export async function createPasskey(
  proof: { readonly password?: string; readonly totp?: string },
  name: string,
): Promise<void> {
  const { data } = await api.POST('/sessions/current/passkeys/options', { body: proof });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    data as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  await api.POST('/sessions/current/passkeys', { body: { name, response: made.toJSON() as never } });
}
