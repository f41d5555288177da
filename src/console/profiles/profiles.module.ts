import { Module } from '@nestjs/common';
import { CertificatesModule } from '../certificates/certificates.module.js';
import { ProfileSigner } from './profile-signer.js';
import { ProfileFilesService } from './profile-files.service.js';
import { ProfilesController } from './profiles.controller.js';
import { ProfilesRepository } from './profiles.repository.js';
import { ProfilesService } from './profiles.service.js';

@Module({
  imports: [CertificatesModule],
  controllers: [ProfilesController],
  providers: [ProfileFilesService, ProfileSigner, ProfilesRepository, ProfilesService],
  exports: [ProfilesService],
})
export class ProfilesModule {}
