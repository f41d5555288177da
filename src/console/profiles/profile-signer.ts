import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { Settings } from '../../kernel/settings.js';

/** Signs configuration profiles if the deployment has a certificate for it. */
@Injectable()
export class ProfileSigner {
  constructor(
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** The content in its signature, DER; or the content itself if nothing signs. */
  async signed(content: Buffer): Promise<Buffer> {
    const { profileSigning } = this.settings;
    if (!profileSigning) return content;
    const { signedMessage } = await import('./signed-message.js');
    return signedMessage(content, profileSigning, this.clock.now());
  }
}
