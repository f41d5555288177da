import { Module } from '@nestjs/common';
import { RadiusPasswords } from './radius-passwords.js';

@Module({ providers: [RadiusPasswords], exports: [RadiusPasswords] })
export class PasswordsModule {}
