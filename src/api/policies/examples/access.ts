import { container, created, MATCH_PODS, matching, one, pod, type PolicyExample } from './example'

const INGRESSES = matching('networking.orch.io', 'ingresses')
const ROLES = matching('rbac.authorization.orch.io', 'roles', 'clusterroles')
const DELETES = {
  resourceRules: [
    { operations: ['DELETE'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'], scope: 'Namespaced' },
  ],
}
const ingress = (...hosts: string[]): object => ({
  apiVersion: 'networking.orch.io/v1',
  kind: 'Ingress',
  metadata: { name: 'shop', namespace: 'default' },
  spec: { rules: hosts.map((host) => ({ host })) },
})
const role = (...verbs: string[]): object => ({
  apiVersion: 'rbac.authorization.orch.io/v1',
  kind: 'Role',
  metadata: { name: 'shop', namespace: 'default' },
  rules: [{ apiGroups: [''], resources: ['configmaps'], verbs }],
})
const map = (namespace: string, data: Record<string, string> = {}): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'prices', namespace },
  data,
})
const deletionBy = (name: string, namespace: string, group: string, refusal?: string) => ({
  name,
  operation: 'DELETE',
  oldObject: map(namespace),
  user: { username: 'kim', groups: [group] },
  ...(refusal !== undefined && { refusal }),
})
const PROBE = { readinessProbe: { httpGet: { path: '/ready', port: 80 } } }
const DIGEST = `registry.example/shop@sha256:${'a'.repeat(64)}`

/** Policies that replace webhooks of the catalogue with expressions. */
export const ACCESS_EXAMPLES: readonly PolicyExample[] = [
  {
    id: 'image-digests',
    title: 'Images by their digest',
    about: 'A pattern at the end of each image. A digest names one image for ever; a tag may move.',
    since: 26,
    spec: one(MATCH_PODS, "object.spec.containers.all(c, c.image.matches('@sha256:[0-9a-f]{64}$'))", {
      message: 'name each image by its digest',
    }),
    cases: [
      created('a digest', pod(container({ image: DIGEST }))),
      created('a tag', pod(container({})), 'by its digest'),
    ],
  },
  {
    id: 'readiness-probes',
    title: 'Every container is probed',
    about: 'The message names the containers that lack a probe.',
    since: 26,
    spec: one(MATCH_PODS, 'object.spec.containers.all(c, has(c.readinessProbe))', {
      messageExpression:
        "'no readinessProbe: ' + object.spec.containers.filter(c, !has(c.readinessProbe)).map(c, string(c.name)).join(', ')",
    }),
    cases: [
      created('a probe', pod(container(PROBE))),
      created('no probe', pod(container({})), 'no readinessProbe: web'),
    ],
  },
  {
    id: 'ingress-hosts',
    title: 'Hosts under one domain',
    about: 'A rule without a host is for all hosts, so it is refused, too.',
    since: 26,
    spec: one(INGRESSES, "object.spec.rules.all(r, has(r.host) && r.host.endsWith('.example.com'))", {
      message: 'hosts end in .example.com',
    }),
    cases: [
      created('one of the domain', ingress('shop.example.com')),
      created('another', ingress('shop.example.com', 'shop.example.org'), 'end in .example.com'),
    ],
  },
  {
    id: 'no-wildcards',
    title: 'No stars in roles',
    about: 'Lists are joined and searched once.',
    since: 26,
    spec: one(
      ROLES,
      "object.rules.all(r, !('*' in r.verbs) && (!has(r.resources) || !('*' in r.resources)) && (!has(r.apiGroups) || !('*' in r.apiGroups)))",
      { message: 'name verbs, resources and groups instead of *' },
    ),
    cases: [created('verbs by name', role('get', 'list')), created('a star', role('*'), 'instead of *')],
  },
  {
    id: 'keepers-delete',
    title: 'Only keepers delete in production',
    about: 'request knows the namespace and the groups of the user. A deletion has no object.',
    since: 26,
    spec: one(DELETES, "request.namespace != 'production' || 'keepers' in request.userInfo.groups", {
      messageExpression: "request.userInfo.username + ' may not delete in production'",
      reason: 'Forbidden',
    }),
    cases: [
      deletionBy('elsewhere', 'default', 'developers'),
      deletionBy('a keeper', 'production', 'keepers'),
      deletionBy('somebody else', 'production', 'developers', 'kim may not delete in production'),
    ],
  },
  {
    id: 'config-size',
    title: 'Config maps stay small',
    about: 'Sums the lengths of all values.',
    since: 26,
    spec: one(
      matching('', 'configmaps'),
      '!has(object.data) || object.data.map(key, size(object.data[key])).sum() <= 1024',
      { message: 'more than 1024 characters' },
    ),
    cases: [
      created('a small one', map('default', { tea: '3.20' })),
      created('no data', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }),
      created('a large one', map('default', { a: 'x'.repeat(600), b: 'x'.repeat(600) }), 'more than 1024'),
    ],
  },
]
