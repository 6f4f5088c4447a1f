import { expect, it } from 'vitest'
import { validateFlowSchema } from './validate-flow-schema'

const spec = (more: object) => ({ matchingPrecedence: 2, priorityLevelConfiguration: { name: 'l' }, ...more })
const path = (more: object) =>
  spec({
    rules: [{ subjects: [{ kind: 'User', user: { name: 'u' } }], nonResourceRules: [{ verbs: ['get'], ...more }] }],
  })
const rule = (more: object) =>
  spec({
    rules: [
      {
        subjects: [{ kind: 'User', user: { name: 'u' } }],
        resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'], ...more }],
      },
    ],
  })
const subject = (more: object) =>
  spec({ rules: [{ subjects: [more], nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }] }] })
const R = 'spec.rules[0].resourceRules[0]'
const N = 'spec.rules[0].nonResourceRules[0]'
const S = 'spec.rules[0].subjects[0]'

it.each<[what: string, spec: object, errors: string[]]>([
  ['nothing', spec({}), []],
  [
    'no precedence',
    spec({ matchingPrecedence: 0 }),
    ['spec.matchingPrecedence Invalid value: 0: must be a positive value'],
  ],
  [
    'too high',
    spec({ matchingPrecedence: 10_001 }),
    ['spec.matchingPrecedence Invalid value: 10001: must not be greater than 10000'],
  ],
  [
    'the first place',
    spec({ matchingPrecedence: 1 }),
    ["spec.matchingPrecedence Invalid value: 1: only the schema named 'exempt' may have matchingPrecedence 1"],
  ],
  [
    'no level',
    spec({ priorityLevelConfiguration: {} }),
    ['spec.priorityLevelConfiguration.name Required value: must reference a priority level'],
  ],
  [
    'a method',
    spec({ distinguisherMethod: { type: 'X' } }),
    [
      'spec.distinguisherMethod.type Unsupported value: flowcontrol.FlowDistinguisherMethod{Type:"X"}: supported values: "ByNamespace", "ByUser"',
    ],
  ],
  [
    'empty rules',
    spec({ rules: [{}] }),
    [
      'spec.rules[0].subjects Required value: subjects must contain at least one value',
      'spec.rules[0] Required value: at least one of resourceRules and nonResourceRules has to be non-empty',
    ],
  ],
  [
    'all and one',
    rule({ apiGroups: ['*', 'a'] }),
    [`${R}.apiGroups Invalid value: []string{"*", "a"}: if '*' is present, must not specify other api groups`],
  ],
  [
    'no namespace',
    rule({ namespaces: [] }),
    [`${R}.namespaces Required value: resource rules that are not cluster scoped must supply at least one namespace`],
  ],
  ['cluster scope', rule({ namespaces: [], clusterScope: true }), []],
  [
    'a verb',
    rule({ verbs: ['x'] }),
    [
      `${R}.verbs Unsupported value: []string{"x"}: supported values: "create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch"`,
    ],
  ],
  [
    'a path without a slash',
    path({ nonResourceURLs: ['a'] }),
    [`${N}.nonResourceURLs[0] Invalid value: "a": must start with slash`],
  ],
  [
    'two slashes',
    path({ nonResourceURLs: ['/a//b'] }),
    [`${N}.nonResourceURLs[0] Invalid value: "/a//b": must not contain double slash`],
  ],
  [
    'a star inside',
    path({ nonResourceURLs: ['/a*'] }),
    [`${N}.nonResourceURLs[0] Invalid value: "/a*": wildcard can only do suffix matching`],
  ],
  ['the root', path({ nonResourceURLs: ['/', '/a/*'] }), []],
  ['no paths', path({}), [`${N}.nonResourceURLs Required value: nonResourceURLs must contain at least one value`]],
  [
    'a kind of subject',
    subject({ kind: 'Y' }),
    [`${S}.kind Unsupported value: "Y": supported values: "Group", "ServiceAccount", "User"`],
  ],
  [
    'nobody',
    subject({ kind: 'User', group: { name: 'g' } }),
    [
      `${S}.user Required value: user is required when subject kind is 'User'`,
      `${S}.group Forbidden: group is forbidden when subject kind is not 'Group'`,
    ],
  ],
  [
    'an account',
    subject({ kind: 'ServiceAccount', serviceAccount: { name: '*' } }),
    [`${S}.serviceAccount.namespace Required value: must specify namespace for service account`],
  ],
])('%s', (_, body, errors) =>
  expect(
    validateFlowSchema({ metadata: { name: 'a' }, spec: body }).map(({ field, message }) => `${field} ${message}`),
  ).toEqual(errors),
)
