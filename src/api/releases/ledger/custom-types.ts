import type { LedgerRows } from './row'

/** Differences in custom types: their definitions and the validation of their objects. */
export const CUSTOM_TYPE_ROWS = {
  'custom-type-field-selectors': {
    gate: 'CustomResourceFieldSelectors',
    does: 'Field selectors may use the selectable fields of a custom type.',
    source: 'release notes, 1.30 to 1.32',
  },
  'custom-type-defaults': {
    gate: 'CustomResourceDefaulting',
    does: 'Schemas of custom types may declare defaults.',
    source: 'release notes, 1.16',
  },
  'custom-type-openapi': {
    gate: 'CustomResourcePublishOpenAPI',
    does: 'Publishes custom types in the OpenAPI documents.',
    source: 'resource API, "Path shapes"',
  },
  'custom-type-expression-rules': {
    gate: 'CustomResourceValidationExpressions',
    does: 'Runs the validation rules (x-orch-validations) of a schema.',
    source: 'release notes, 1.23 and 1.25',
  },
  'custom-type-ratcheting': {
    gate: 'CRDValidationRatcheting',
    does: 'Objects of custom types may keep invalid values if an update does not change them.',
    source: 'release notes, 1.28',
  },
  'custom-type-index-brackets': {
    since: 21,
    does: 'Field paths in errors of custom objects include list indexes such as [0]; earlier releases name only the list.',
    source: 'release notes, 1.21; 1.20 by comparing',
  },
  'custom-type-specific-causes': {
    since: 24,
    does: 'Errors have the specific reasons FieldValueTypeInvalid, FieldValueTooLong and FieldValueTooMany instead of FieldValueInvalid.',
    source: 'release notes, 1.24',
  },
} as const satisfies LedgerRows
