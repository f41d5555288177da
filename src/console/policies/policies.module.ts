import { Module } from '@nestjs/common';
import { KnownPartiesRepository } from './known-parties.repository.js';
import { PoliciesController } from './policies.controller.js';
import { PoliciesRepository } from './policies.repository.js';
import { PoliciesService } from './policies.service.js';
import { PolicyImpactRepository } from './policy-impact.repository.js';
import { PolicyImpacts } from './policy-impact.js';
import { PolicyExplanation } from './policy-explanation.js';

@Module({
  controllers: [PoliciesController],
  providers: [
    KnownPartiesRepository,
    PoliciesRepository,
    PoliciesService,
    PolicyExplanation,
    PolicyImpactRepository,
    PolicyImpacts,
  ],
  exports: [PoliciesRepository, PoliciesService, PolicyExplanation],
})
export class PoliciesModule {}
