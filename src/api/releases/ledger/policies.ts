import type { LedgerRows } from './row'

/** Differences in admission policies and in the expression language. */
export const POLICY_ROWS = {
  'binding-match-spelled': {
    since: 34,
    does: 'Errors about the matched resources of a binding spell the field right.',
    source: '1.35 by comparing; the release of the change is estimated',
  },
  'policy-types-named': {
    since: 32,
    does: 'Errors about the result of an expression name the type that it has.',
    source: 'published library of the release, compilation of policies',
  },
  'validating-admission-policies': {
    gate: 'ValidatingAdmissionPolicy',
    does: 'Applies validating admission policies that have a binding.',
    source: 'release notes, 1.26, 1.28 and 1.30',
  },
  'mutating-admission-policies': {
    gate: 'MutatingAdmissionPolicy',
    does: 'Applies mutating admission policies that have a binding.',
    source: 'release notes, 1.32 and 1.34',
  },
  'policy-type-checking': {
    since: 27,
    gate: 'ValidatingAdmissionPolicy',
    does: 'Checks the expressions of validating policies against the types of the resources that they match.',
    source: 'release notes, 1.27 and 1.28',
  },
  'policy-validation-actions': {
    since: 27,
    does: 'The binding of a validating policy needs validationActions; in 1.26 a failed check is always denied.',
    source: 'release notes, 1.27',
  },
  'policy-status': {
    since: 27,
    does: 'A new validating policy has an empty status.',
    source: 'release notes, 1.27',
  },
  'parameter-not-found-action': {
    since: 28,
    does: 'Bindings with paramRef need parameterNotFoundAction.',
    source: 'release notes, 1.28',
  },
  'policy-authorizer': {
    since: 27,
    does: 'Expressions of policies and webhooks may use authorizer.',
    source: 'release notes, 1.27',
  },
  'policy-namespace-object': {
    since: 28,
    does: 'Expressions of policies may use namespaceObject.',
    source: 'release notes, 1.28',
  },
  'optional-syntax': {
    since: 29,
    does: 'New expressions may use optional fields and indexes, such as object.?spec.',
    source: 'documentation, "Expression language options and libraries"',
  },
  'mixed-number-comparisons': {
    since: 29,
    does: 'New expressions may compare numbers of different types.',
    source: 'documentation, "Expression language options and libraries"',
  },
  'checked-literals': {
    since: 30,
    does: 'Checks literal patterns, times, durations and formats in new expressions when they are compiled.',
    source: 'documentation, "Expression language options and libraries"',
  },
  'reserved-words-as-fields': {
    since: 32,
    does: 'New expressions may name a field by a reserved word, such as self.namespace; before, only self.__namespace__.',
    source: 'published source of the release',
  },
  'two-variable-macros': {
    since: 33,
    does: 'New expressions may use macros with two variables, such as all(key, value, …).',
    source: 'documentation, "Expression language options and libraries"',
  },
} as const satisfies LedgerRows
