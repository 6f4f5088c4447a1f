import { describe, expect, it } from 'vitest'
import { checkWebhooks } from '../../../../outside/admission-webhook-settings'
import { createNodeSandbox } from '../../../../outside/sandbox/node'
import { startCluster } from '../../../../testing/cluster'
import { parseDocuments } from '../../../components/editor/documents'
import { registrationOf, WEBHOOK_NAMESPACE, webhookNamespace, webhookUrl } from '../webhook-registration'
import { runCase } from '../test-cases'
import { findPolicies, WEBHOOK_POLICIES } from './catalogue'

const sandbox = createNodeSandbox()
const ids = (typed: string): string[] => findPolicies(typed).flatMap(({ policies }) => policies.map(({ id }) => id))

describe('policies to start from', () => {
  it('are at least twenty, each with an own id and title', () => {
    expect(WEBHOOK_POLICIES.length).toBeGreaterThanOrEqual(20)
    for (const member of ['id', 'title'] as const)
      expect(new Set(WEBHOOK_POLICIES.map((one) => one[member])).size).toBe(WEBHOOK_POLICIES.length)
  })

  it.each(
    WEBHOOK_POLICIES.flatMap((policy) => policy.tests.map((test) => [policy.title, test.name, policy, test] as const)),
  )('%s: %s', async (_title, _name, { source }, test) => {
    expect(await runCase(sandbox, source, test, 5_000)).toMatchObject({ passed: true })
  })

  it.each(WEBHOOK_POLICIES.map((policy) => [policy.id, policy] as const))(
    '%s fails its tests when its code is broken',
    async (_id, { tests }) => {
      for (const test of tests)
        expect(await runCase(sandbox, 'export default () => ({ allowed: "perhaps" })', test, 5_000)).toMatchObject({
          passed: false,
        })
    },
  )

  it('have valid addresses, and registrations and samples that a server accepts', async () => {
    const backends = WEBHOOK_POLICIES.map(({ id, title, source }) => ({ id, title, source, url: webhookUrl(id) }))
    expect(checkWebhooks({ backends }).backends).toHaveLength(WEBHOOK_POLICIES.length)
    const cluster = await startCluster()
    const create = async (text: string): Promise<void> => {
      for (const { object, problem } of parseDocuments(text)) {
        if (!object) throw new Error(problem?.message ?? 'no object')
        const { apiVersion = '', kind = '', metadata } = object
        const [version = '', group = ''] = apiVersion.split('/').reverse()
        const resource = `${kind.toLowerCase()}${kind.endsWith('s') ? 'es' : 's'}`
        const at = { group, version, resource, namespace: metadata.namespace }
        await cluster.admin.create(at, object, { query: { dryRun: 'All' } })
      }
    }
    try {
      for (const name of [WEBHOOK_NAMESPACE, 'production'])
        await cluster.admin.create({ group: '', version: 'v1', resource: 'namespaces' }, { metadata: { name } })
      for (const policy of WEBHOOK_POLICIES) {
        await create(registrationOf(policy).replace(/^[^]*?---\n/, ''))
        const { passing, failing } = policy.samples
        // Pods wait for the account of their namespace, which a controller makes.
        if (!passing.includes('kind: Pod')) await create(`${passing}---\n${failing}`)
      }
    } finally {
      await cluster.stop()
    }
  })

  it.each([
    ['latest', 'latest'],
    ['root', 'non-root'],
    ['sidecar', 'sidecar'],
    ['RBAC star', 'wildcards'],
    ['mutating image', 'pull-always'],
    ['quota', 'config-size'],
  ])('are found by %s', (typed, id) => expect(ids(typed)).toContain(id))

  it('are all shown for no word, and none for a word that none has', () => {
    expect(ids('')).toHaveLength(WEBHOOK_POLICIES.length)
    expect(findPolicies('zebra')).toEqual([])
  })

  it('are registered for the address that they have, whatever namespace it names', () => {
    const [policy] = WEBHOOK_POLICIES
    if (!policy) throw new Error('no policy')
    const text = registrationOf(policy, webhookNamespace(`https://${policy.id}.hooks.svc/`))
    expect(text).toContain('namespace: hooks')
    expect(text).not.toContain(WEBHOOK_NAMESPACE + '.')
    expect(webhookNamespace(webhookUrl('a'))).toBe(WEBHOOK_NAMESPACE)
    expect(webhookNamespace('https://a.example.com/check')).toBe(WEBHOOK_NAMESPACE)
  })
})
