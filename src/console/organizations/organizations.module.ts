import { Module } from '@nestjs/common';
import { OrganizationContentsRepository } from './organization-contents.repository.js';
import { OrganizationsController } from './organizations.controller.js';
import { OrganizationsRepository } from './organizations.repository.js';
import { OrganizationsService } from './organizations.service.js';

@Module({
  controllers: [OrganizationsController],
  providers: [OrganizationsService, OrganizationsRepository, OrganizationContentsRepository],
  exports: [OrganizationsService],
})
export class OrganizationsModule {}
