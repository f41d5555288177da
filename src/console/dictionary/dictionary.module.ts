import { Module } from '@nestjs/common';
import { RadiusModule } from '../../radius/radius.module.js';
import { DictionaryController } from './dictionary.controller.js';
import { VendorsController } from './vendors.controller.js';

@Module({ imports: [RadiusModule], controllers: [DictionaryController, VendorsController] })
export class DictionaryModule {}
