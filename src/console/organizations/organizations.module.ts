import { Module } from '@nestjs/common';
import { SingleSignOnModule } from '../single-sign-on/single-sign-on.module.js';
import { OrganizationContentsRepository } from './organization-contents.repository.js';
import { OrganizationsController } from './organizations.controller.js';
import { OrganizationsRepository } from './organizations.repository.js';
import { OrganizationsService } from './organizations.service.js';
import { RetentionInEffect } from './retention-in-effect.js';

@Module({
  imports: [SingleSignOnModule],
  controllers: [OrganizationsController],
  providers: [OrganizationsService, OrganizationsRepository, OrganizationContentsRepository, RetentionInEffect],
  exports: [OrganizationsService],
})
export class OrganizationsModule {}
