import { changed, created, exampleDeployment, MATCH_DEPLOYMENTS, one, type PolicyExample } from './example'

const limits = (data: object): object => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'limits' }, data })

/** Example policies about workloads and their size. */
export const WORKLOAD_EXAMPLES: readonly PolicyExample[] = [
  {
    id: 'max-replicas',
    title: 'At most 5 replicas',
    about: 'Refuses large Deployments with one comparison.',
    since: 26,
    spec: one(MATCH_DEPLOYMENTS, 'object.spec.replicas <= 5'),
    cases: [
      created('two', exampleDeployment()),
      created('six', exampleDeployment({ replicas: 6 }), 'failed expression: object.spec.replicas <= 5'),
    ],
  },
  {
    id: 'max-replicas-params',
    title: 'At most as many replicas as a ConfigMap says',
    about: 'Parameters: params is the object that the binding names.',
    since: 26,
    spec: one(MATCH_DEPLOYMENTS, 'object.spec.replicas <= int(params.data.most)', {
      paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      message: 'too many replicas',
    }),
    cases: [
      created('below', exampleDeployment(), undefined, { params: limits({ most: '3' }) }),
      created('above', exampleDeployment({ replicas: 4 }), 'too many replicas', { params: limits({ most: '3' }) }),
      created('no number', exampleDeployment(), "type conversion error from 'string' to 'int'", {
        params: limits({ most: 'many' }),
      }),
    ],
  },
  {
    id: 'replicas-by-environment',
    title: 'More than one replica in production',
    about: 'Reads the labels of the namespace.',
    since: 28,
    spec: one(MATCH_DEPLOYMENTS, "namespaceObject.metadata.labels['env'] != 'prod' || object.spec.replicas > 1", {
      message: 'production needs two replicas',
    }),
    cases: [
      created('a test namespace', exampleDeployment({ replicas: 1 }), undefined, {
        namespaceObject: { metadata: { name: 'test', labels: { env: 'test' } } },
      }),
      created('production', exampleDeployment({ replicas: 1 }), 'production needs two replicas', {
        namespaceObject: { metadata: { name: 'shop', labels: { env: 'prod' } } },
      }),
    ],
  },
  {
    id: 'scale-slowly',
    title: 'Never more than double',
    about: 'Compares with the object before; the match condition lets creations pass.',
    since: 27,
    spec: one(MATCH_DEPLOYMENTS, 'object.spec.replicas <= oldObject.spec.replicas * 2', {
      matchConditions: [{ name: 'updates', expression: "request.operation == 'UPDATE'" }],
      messageExpression:
        "'from ' + string(int(oldObject.spec.replicas)) + ' to ' + string(int(object.spec.replicas)) + ' is too fast'",
    }),
    cases: [
      created('a new one', exampleDeployment({ replicas: 50 })),
      changed('double', exampleDeployment(), exampleDeployment({ replicas: 4 })),
      changed('triple', exampleDeployment(), exampleDeployment({ replicas: 6 }), 'from 2 to 6 is too fast'),
    ],
  },
  {
    id: 'immutable-selector',
    title: 'The team never changes',
    about: 'A label that stays as it was first set.',
    since: 27,
    spec: one(
      MATCH_DEPLOYMENTS,
      "oldObject == null || !('team' in oldObject.metadata.labels) || object.metadata.labels['team'] == oldObject.metadata.labels['team']",
      { message: 'the label team can not be changed', reason: 'Forbidden' },
    ),
    cases: [
      created('a new one', exampleDeployment({}, { labels: { team: 'a' } })),
      changed(
        'the same team',
        exampleDeployment({}, { labels: { team: 'a' } }),
        exampleDeployment({}, { labels: { team: 'a', x: 'y' } }),
      ),
      changed(
        'another team',
        exampleDeployment({}, { labels: { team: 'a' } }),
        exampleDeployment({}, { labels: { team: 'b' } }),
        'can not be changed',
      ),
    ],
  },
  {
    id: 'audit-size',
    title: 'Note large deployments',
    about: 'Large ones are noted in the audit event; those that are far too large are refused.',
    since: 27,
    spec: {
      failurePolicy: 'Ignore',
      matchConstraints: MATCH_DEPLOYMENTS,
      validations: [{ expression: 'object.spec.replicas <= 100', message: 'far too large' }],
      auditAnnotations: [
        {
          key: 'size',
          valueExpression: "object.spec.replicas > 10 ? 'replicas: ' + string(int(object.spec.replicas)) : ''",
        },
      ],
    },
    cases: [
      created('small', exampleDeployment()),
      created('large', exampleDeployment({ replicas: 20 })),
      created('far too large', exampleDeployment({ replicas: 200 }), 'far too large'),
    ],
  },
  {
    id: 'semver-label',
    title: 'Versions only grow',
    about: 'Semantic versions in a label.',
    since: 34,
    spec: one(
      MATCH_DEPLOYMENTS,
      "oldObject == null || !semver(string(object.metadata.labels['version'])).isLessThan(semver(string(oldObject.metadata.labels['version'])))",
      { message: 'the version must not go back' },
    ),
    cases: [
      changed(
        'a newer one',
        exampleDeployment({}, { labels: { version: '1.2.0' } }),
        exampleDeployment({}, { labels: { version: '1.10.0' } }),
      ),
      changed(
        'an older one',
        exampleDeployment({}, { labels: { version: '1.10.0' } }),
        exampleDeployment({}, { labels: { version: '1.9.0' } }),
        'must not go back',
      ),
    ],
  },
]
