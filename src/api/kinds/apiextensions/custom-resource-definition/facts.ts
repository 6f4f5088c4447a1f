import { clusterScoped, status } from '../../../releases/rows'
import { EXTENSIBLE, removedFrom122 } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const customResourceDefinitionFacts: KindFacts = {
  rows: [
    clusterScoped(
      'apiextensions.orch.io',
      'customresourcedefinitions',
      'CustomResourceDefinition',
      { v1: { since: 16 }, v1beta1: removedFrom122(7, 16) },
      {
        shortNames: ['crd', 'crds'],
        categories: EXTENSIBLE,
        subresources: [status],
      },
    ),
  ],
  gatedFields: {
    CRDValidationRatcheting: ['extensions.apis.apiextensions.v1.ValidationRule optionalOldSelf'],
    CustomResourceValidationExpressions: [
      'extensions.apis.apiextensions.v1.JSONSchemaProps x-orch-validations',
      'extensions.apis.apiextensions.v1beta1.JSONSchemaProps x-orch-validations',
    ],
  },
  addedFields: {
    27: ['extensions.apis.apiextensions.v1.ValidationRule messageExpression'],
    28: ['extensions.apis.apiextensions.v1.ValidationRule reason fieldPath'],
    29: ['extensions.apis.apiextensions.v1.ValidationRule optionalOldSelf'],
  },
}
