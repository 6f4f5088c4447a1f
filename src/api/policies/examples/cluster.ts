import { changed, created, matching, one, type PolicyExample } from './example'

const named = (kind: string, name: string, metadata: object = {}, rest: object = {}): object => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, ...metadata },
  ...rest,
})
const service = (spec: object = {}): object => named('Service', 'a', {}, { spec: { ports: [{ port: 80 }], ...spec } })
const EVERYTHING = {
  resourceRules: [{ operations: ['CREATE', 'UPDATE'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] }],
}
const deletion = (name: string, oldObject: object, refusal?: string) => ({
  name,
  operation: 'DELETE',
  oldObject,
  ...(refusal !== undefined && { refusal }),
})

/** Example policies about names, labels, services, secrets and permissions. */
export const CLUSTER_EXAMPLES: readonly PolicyExample[] = [
  {
    id: 'team-label',
    title: 'Everything has a team',
    about: 'A label on objects of all kinds.',
    since: 26,
    spec: one(EVERYTHING, "has(object.metadata.labels) && 'team' in object.metadata.labels", {
      message: 'the label team is missing',
    }),
    cases: [
      created('with a team', named('ConfigMap', 'a', { labels: { team: 'shop' } })),
      created('other labels', named('ConfigMap', 'a', { labels: { app: 'x' } }), 'team is missing'),
      created('no labels', named('ConfigMap', 'a'), 'team is missing'),
    ],
  },
  {
    id: 'name-pattern',
    title: 'Names of a form',
    about: 'A pattern, read in time proportional to the name.',
    since: 26,
    spec: one(matching('', 'namespaces'), "object.metadata.name.matches('^(dev|test|prod)-[a-z]+$')", {
      messageExpression: "'namespaces are called dev-, test- or prod- and a word, not ' + string(object.metadata.name)",
    }),
    cases: [
      created('dev-shop', named('Namespace', 'dev-shop')),
      created('shop', named('Namespace', 'shop'), 'not shop'),
    ],
  },
  {
    id: 'protect-namespace',
    title: 'Protect from deletion',
    about: 'A deletion has no object, only oldObject.',
    since: 26,
    spec: one(
      { resourceRules: [{ operations: ['DELETE'], apiGroups: [''], apiVersions: ['v1'], resources: ['namespaces'] }] },
      "!has(oldObject.metadata.annotations) || !('protected' in oldObject.metadata.annotations)",
      { message: 'take the annotation protected off first', reason: 'Forbidden' },
    ),
    cases: [
      deletion('not protected', named('Namespace', 'a')),
      deletion('protected', named('Namespace', 'a', { annotations: { protected: 'yes' } }), 'protected off first'),
    ],
  },
  {
    id: 'no-load-balancer',
    title: 'No load balancers',
    about: 'One of a few values.',
    since: 26,
    spec: one(matching('', 'services'), "object.spec.type in ['ClusterIP', 'NodePort']", {
      message: 'services must not be load balancers',
    }),
    cases: [
      created('inside', service({ type: 'ClusterIP' })),
      created('outside', service({ type: 'LoadBalancer' }), 'must not be load balancers'),
    ],
  },
  {
    id: 'external-ips',
    title: 'No external addresses',
    about: 'An empty list, or none at all.',
    since: 26,
    spec: one(matching('', 'services'), '!has(object.spec.externalIPs) || object.spec.externalIPs.size() == 0', {
      message: 'external addresses are not allowed',
    }),
    cases: [created('none', service()), created('one', service({ externalIPs: ['192.0.2.1'] }), 'not allowed')],
  },
  {
    id: 'https-url',
    title: 'Links are https',
    about: 'Parts of a URL in an annotation.',
    since: 26,
    spec: one(
      EVERYTHING,
      "!has(object.metadata.annotations) || !('link' in object.metadata.annotations) || url(object.metadata.annotations['link']).getScheme() == 'https'",
      { message: 'the annotation link must be an https address' },
    ),
    cases: [
      created('no link', named('ConfigMap', 'a')),
      created('https', named('ConfigMap', 'a', { annotations: { link: 'https://example.com/' } })),
      created('http', named('ConfigMap', 'a', { annotations: { link: 'http://example.com/' } }), 'must be an https'),
      created('no URL', named('ConfigMap', 'a', { annotations: { link: 'x' } }), 'URL parse error'),
    ],
  },
  {
    id: 'only-releasers',
    title: 'Only the release team changes releases',
    about: 'Who asks: request.userInfo.',
    since: 26,
    spec: one(
      matching('', 'configmaps'),
      "!object.metadata.name.startsWith('release-') || 'releasers' in request.userInfo.groups",
      { messageExpression: "request.userInfo.username + ' is not in the release team'", reason: 'Forbidden' },
    ),
    cases: [
      created('another map', named('ConfigMap', 'a')),
      created('the team', named('ConfigMap', 'release-1'), undefined, {
        user: { username: 'rita', groups: ['releasers'] },
      }),
      created('somebody', named('ConfigMap', 'release-1'), 'alice is not in the release team'),
    ],
  },
  {
    id: 'may-read-secret',
    title: 'Only who may read secrets',
    about: 'Asks the authorizer of the cluster.',
    since: 27,
    spec: one(
      matching('', 'configmaps'),
      "authorizer.group('').resource('secrets').namespace(request.namespace).check('get').allowed()",
      { message: 'you may not read secrets here' },
    ),
    cases: [
      created('who may', named('ConfigMap', 'a', { namespace: 'default' }), undefined, { authorized: true }),
      created('who may not', named('ConfigMap', 'a', { namespace: 'default' }), 'may not read secrets'),
    ],
  },
  {
    id: 'secret-immutable',
    title: 'Immutable secrets stay',
    about: 'Finds out which keys changed.',
    since: 28,
    spec: one(matching('', 'secrets'), 'variables.gone.size() == 0', {
      variables: [
        {
          name: 'gone',
          expression: 'oldObject == null ? [] : oldObject.data.map(k, string(k)).filter(k, !(k in object.data))',
        },
      ],
      messageExpression: "'keys must not go away: ' + variables.gone.join(', ')",
    }),
    cases: [
      created('a new one', named('Secret', 'a', {}, { data: { a: 'YQ==' } })),
      changed(
        'a key more',
        named('Secret', 'a', {}, { data: { a: 'YQ==' } }),
        named('Secret', 'a', {}, { data: { a: 'YQ==', b: 'Yg==' } }),
      ),
      changed(
        'a key less',
        named('Secret', 'a', {}, { data: { a: 'YQ==', b: 'Yg==' } }),
        named('Secret', 'a', {}, { data: { a: 'YQ==' } }),
        'keys must not go away: b',
      ),
    ],
  },
]
