import type { Control } from 'ldapts';

type Reader = Parameters<Control['parse']>[0];

/** https://datatracker.ietf.org/doc/html/draft-behera-ldap-password-policy-10#section-6 */
const policyControl = '1.3.6.1.4.1.42.2.27.8.5.1';
const [warningTag, errorTag] = [0xa0, 0x81];
const [passwordExpired, changeAfterReset] = [0, 2];

/**
 * What the password policy of a directory (OpenLDAP, 389 Directory, FreeIPA) says beside its answer to a bind. It tells
 * of an expired password, and of one that has to be changed, only whoever has shown the right one.
 */
export class PasswordPolicyAnswer {
  private error: number | undefined;

  get isExpired(): boolean {
    return this.error === passwordExpired;
  }

  /** Somebody else has set it. The bind succeeds, but opens nothing except the change of the password. */
  get isToBeChanged(): boolean {
    return this.error === changeAfterReset;
  }

  /** To be sent with the bind; a directory that does not know it passes over it. */
  async asked(): Promise<Control> {
    const { Control: LdapControl } = await import('ldapts');
    const control = new LdapControl(policyControl);
    control.parse = (reader) => {
      try {
        this.read(reader);
      } catch {
        // What cannot be read says nothing.
      }
    };
    return control;
  }

  private read(reader: Reader): void {
    reader.readSequence();
    for (let tag = reader.peek(); tag === warningTag || tag === errorTag; tag = reader.peek()) {
      const content = reader.readString(tag, true);
      if (content === null) return;
      if (tag === errorTag) this.error = content.at(-1);
    }
  }
}
