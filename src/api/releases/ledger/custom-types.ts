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
  'definition-structure-first': {
    since: 25,
    does: 'Errors about the structure of a schema come before those about its words, and rules are checked only in valid schemas.',
    source: 'published source of the release, validation of definitions',
  },
  'custom-type-kept-costs': {
    since: 29,
    does: 'Rules of a schema that an update does not change may exceed the cost limit of a single rule.',
    source: 'published source of the release, validation of definitions',
  },
  'rule-errors-show-values': {
    since: 35,
    does: 'Errors of rules print the value of a scalar and nothing of an object or list; earlier releases print the type.',
    source: 'published source of the release, validation by rules',
  },
  'definition-terse-errors': {
    since: 34,
    does: "Errors about a definition do not repeat the field's name.",
    source: 'published source of the release, validation of definitions',
  },
} as const satisfies LedgerRows
