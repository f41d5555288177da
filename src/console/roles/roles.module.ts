import { Module } from '@nestjs/common';
import { Owners } from './owners.js';
import { RolesController } from './roles.controller.js';
import { RolesRepository } from './roles.repository.js';
import { RolesService } from './roles.service.js';

@Module({
  controllers: [RolesController],
  providers: [Owners, RolesRepository, RolesService],
  exports: [Owners, RolesService],
})
export class RolesModule {}
