import { Module } from '@nestjs/common';
import { RadiusPasswords } from './radius-passwords.js';
import { RadiusSecrets } from './radius-secrets.js';

@Module({ providers: [RadiusPasswords, RadiusSecrets], exports: [RadiusPasswords, RadiusSecrets] })
export class PasswordsModule {}
