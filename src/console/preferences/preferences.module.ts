import { Module } from '@nestjs/common';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { PreferencesController } from './preferences.controller.js';
import { PreferencesRepository } from './preferences.repository.js';

/** Language, zone and looks of the console, of each operator. */
@Module({ imports: [SignInModule], controllers: [PreferencesController], providers: [PreferencesRepository] })
export class PreferencesModule {}
