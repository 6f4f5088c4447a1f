import { afterAll, beforeAll, expect, it } from 'vitest'
import { startCluster, type TestCluster } from '../testing/cluster'
import { until } from '../testing/until'

const POLICIES = {
  group: 'admissionregistration.orch.io',
  version: 'v1alpha1',
  resource: 'validatingadmissionpolicies',
}

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startCluster([
    '--release=1.27',
    '--runtime-config=admissionregistration.orch.io/v1alpha1=true',
    '--feature-gates=ValidatingAdmissionPolicy=true',
    '--authorization-mode=RBAC',
  ])
})
afterAll(() => cluster.stop())

it('says in the status of a policy which expressions do not fit', async () => {
  const rule = { operations: ['CREATE'], apiGroups: ['apps'], apiVersions: ['v1'], resources: ['deployments'] }
  for (const [name, expression] of [
    ['good', 'object.spec.replicas < 5'],
    ['bad', 'object.spec.replica < 5'],
  ])
    await cluster.admin.create(POLICIES, {
      metadata: { name: name ?? '' },
      spec: { matchConstraints: { resourceRules: [rule] }, validations: [{ expression }] },
    })
  const statusOf = async (name: string) =>
    (await cluster.admin.get(POLICIES, name))['status'] as { observedGeneration?: number }
  const good = await until(
    () => statusOf('good'),
    ({ observedGeneration }) => observedGeneration === 1,
  )
  expect(good).toEqual({ observedGeneration: 1, typeChecking: {} })
  const bad = await until(
    () => statusOf('bad'),
    ({ observedGeneration }) => observedGeneration === 1,
  )
  expect(bad).toMatchObject({
    typeChecking: {
      expressionWarnings: [
        {
          fieldRef: 'spec.validations[0].expression',
          warning: expect.stringContaining(
            "apps/v1, Kind=Deployment: ERROR: <input>:1:12: undefined field 'replica'",
          ) as string,
        },
      ],
    },
  })
})

it.each([
  ['1.20', false],
  ['1.27', true],
])('has a role of its own at %s: %s', async (release, has) => {
  const cluster = await startCluster([
    `--release=${release}`,
    '--authorization-mode=RBAC',
    ...(has ? ['--feature-gates=ValidatingAdmissionPolicy=true'] : []),
  ])
  const roles = await cluster.admin.list({
    group: 'rbac.authorization.orch.io',
    version: 'v1',
    resource: 'clusterroles',
  })
  expect(roles.items.some(({ metadata }) => metadata.name?.includes('validatingadmissionpolicy'))).toBe(has)
  await cluster.stop()
})
