import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { AttributesController } from './attributes.controller.js';
import { AttributesRepository } from './attributes.repository.js';
import { AttributesService } from './attributes.service.js';

@Module({ imports: [UsersModule], controllers: [AttributesController], providers: [AttributesRepository, AttributesService] })
export class AttributesModule {}
