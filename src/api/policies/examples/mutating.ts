import type { PolicyExample } from './example'

const pods = (...operations: string[]) => ({
  resourceRules: [{ operations, apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }],
})
const POD_RULES = pods('CREATE')
const pod = (spec: object, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'shop', namespace: 'default', ...metadata },
  spec,
})
const WEB = { name: 'web', image: 'registry.example/shop:1.4' }
const PROXY = { name: 'proxy', image: 'registry.example/proxy:2.1' }
const apply = (expression: string) => ({ patchType: 'ApplyConfiguration', applyConfiguration: { expression } })
const patch = (expression: string) => ({ patchType: 'JSONPatch', jsonPatch: { expression } })
const base = { matchConstraints: POD_RULES, failurePolicy: 'Fail', reinvocationPolicy: 'Never' }

/** First release in which mutating policies can be used. */
const SINCE = 32

/** Example policies that change new objects. */
export const MUTATING_EXAMPLES: readonly PolicyExample[] = [
  {
    id: 'record-creator',
    title: 'Record who created it',
    about: 'Notes down the user of the request as an annotation. The key of a map is written as it is in the JSON.',
    since: SINCE,
    spec: {
      ...base,
      matchConstraints: {
        resourceRules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
      },
      mutations: [
        apply("Object{metadata: Object.metadata{annotations: {'example.com/created-by': request.userInfo.username}}}"),
      ],
    },
    cases: [
      {
        name: 'a config map of bob',
        operation: 'CREATE',
        user: { username: 'bob' },
        object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', annotations: { note: 'x' } } },
        becomes: {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: 'a', annotations: { note: 'x', 'example.com/created-by': 'bob' } },
        },
      },
      {
        name: 'one that says so already',
        operation: 'CREATE',
        object: {
          ...{ apiVersion: 'v1', kind: 'ConfigMap' },
          metadata: { name: 'a', annotations: { 'example.com/created-by': 'alice' } },
        },
      },
    ],
  },
  {
    id: 'add-sidecar',
    title: 'Add a sidecar',
    about: 'Adds a container to pods that lack it. Lists of containers merge by name, so the others stay.',
    since: SINCE,
    spec: {
      ...base,
      matchConditions: [{ name: 'lacks-proxy', expression: "!object.spec.containers.exists(c, c.name == 'proxy')" }],
      mutations: [
        apply(
          "Object{spec: Object.spec{containers: [Object.spec.containers{name: 'proxy', image: 'registry.example/proxy:2.1'}]}}",
        ),
      ],
    },
    cases: [
      {
        name: 'a pod without the proxy',
        operation: 'CREATE',
        object: pod({ containers: [WEB] }),
        becomes: pod({ containers: [WEB, PROXY] }),
      },
      { name: 'a pod with it', operation: 'CREATE', object: pod({ containers: [WEB, PROXY] }) },
    ],
  },
  {
    id: 'pull-always',
    title: 'Always pull images',
    about: 'Sets imagePullPolicy of each container with one JSON patch for each: an index tells which.',
    since: SINCE,
    spec: {
      ...base,
      mutations: [
        patch(
          [
            "object.spec.containers.map(c, c.name).filter(name, object.spec.containers.exists(c, c.name == name && c.?imagePullPolicy.orValue('') != 'Always'))",
            '  .map(name, object.spec.containers.map(c, c.name).indexOf(name))',
            "  .map(i, JSONPatch{op: 'add', path: '/spec/containers/' + string(i) + '/imagePullPolicy', value: 'Always'})",
          ].join('\n'),
        ),
      ],
    },
    cases: [
      {
        name: 'two containers, one that pulls already',
        operation: 'CREATE',
        object: pod({ containers: [WEB, { ...PROXY, imagePullPolicy: 'Always' }] }),
        becomes: pod({
          containers: [
            { ...WEB, imagePullPolicy: 'Always' },
            { ...PROXY, imagePullPolicy: 'Always' },
          ],
        }),
      },
      { name: 'all pull', operation: 'CREATE', object: pod({ containers: [{ ...WEB, imagePullPolicy: 'Always' }] }) },
    ],
  },
  {
    id: 'no-token',
    title: 'Do not mount tokens',
    about: 'Sets a field where it is missing: has() finds out, and the choice leaves objects alone that have it.',
    since: SINCE,
    spec: {
      ...base,
      matchConditions: [{ name: 'says-nothing', expression: '!has(object.spec.automountServiceAccountToken)' }],
      mutations: [apply('Object{spec: Object.spec{automountServiceAccountToken: false}}')],
    },
    cases: [
      {
        name: 'a pod that says nothing',
        operation: 'CREATE',
        object: pod({ containers: [WEB] }),
        becomes: pod({ containers: [WEB], automountServiceAccountToken: false }),
      },
      {
        name: 'a pod that wants it',
        operation: 'CREATE',
        object: pod({ containers: [WEB], automountServiceAccountToken: true }),
      },
    ],
  },
  {
    id: 'default-requests',
    title: 'Set default requests',
    about: 'Gives each container without requests those of the default, by a path with its index.',
    since: 33,
    spec: {
      ...base,
      variables: [
        {
          name: 'lacking',
          expression:
            'object.spec.containers.transformList(i, c, !has(c.resources) || !has(c.resources.requests) ? i : -1).filter(i, i >= 0)',
        },
      ],
      mutations: [
        patch(
          "variables.lacking.map(i, JSONPatch{op: 'add', path: '/spec/containers/' + string(i) + '/resources', value: {'requests': {'cpu': '100m', 'memory': '64Mi'}}})",
        ),
      ],
    },
    cases: [
      {
        name: 'a container without requests',
        operation: 'CREATE',
        object: pod({ containers: [WEB] }),
        becomes: pod({ containers: [{ ...WEB, resources: { requests: { cpu: '100m', memory: '64Mi' } } }] }),
      },
      {
        name: 'a container with them',
        operation: 'CREATE',
        object: pod({ containers: [{ ...WEB, resources: { requests: { cpu: '1' } } }] }),
      },
    ],
  },
  {
    id: 'environment-label',
    title: 'Label by namespace',
    about: 'Copies a label of the namespace to the pod. A namespace without that label is a refusal: the policy fails.',
    since: SINCE,
    spec: {
      ...base,
      mutations: [
        apply(
          "Object{metadata: Object.metadata{labels: {'environment': namespaceObject.metadata.labels['environment']}}}",
        ),
      ],
    },
    cases: [
      {
        name: 'a pod in production',
        operation: 'CREATE',
        object: pod({ containers: [WEB] }),
        namespaceObject: { metadata: { name: 'default', labels: { environment: 'production' } } },
        becomes: pod({ containers: [WEB] }, { labels: { environment: 'production' } }),
      },
      {
        name: 'a namespace without the label',
        operation: 'CREATE',
        object: pod({ containers: [WEB] }),
        namespaceObject: { metadata: { name: 'default', labels: {} } },
        refusal: 'no such key: environment',
      },
    ],
  },
]
