import { Module } from '@nestjs/common';
import { RolesController } from './roles.controller.js';
import { RolesRepository } from './roles.repository.js';
import { RolesService } from './roles.service.js';

@Module({ controllers: [RolesController], providers: [RolesRepository, RolesService], exports: [RolesService] })
export class RolesModule {}
