import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiObject } from '../machinery/object'
import { MemoryReader } from '../testing/memory-reader'
import { request } from '../testing/rbac'
import { nodeRules } from './default-roles'
import { NodeAuthorizer } from './node'
import { NodeGraph } from './node-graph'

const PODS = { group: '', resource: 'pods' }
const pod = (name: string, nodeName: string, spec: object = {}, metadata: object = {}): ApiObject => ({
  metadata: { namespace: 'a', name, ...metadata },
  spec: { nodeName, serviceAccountName: 'robot', ...spec },
})
const volumes = (...list: object[]) => ({ volumes: list })
const container = (more: object) => ({ containers: [{ name: 'c', ...more }] })

const DEVICE_CLAIM = 'get resourceclaims in a of resource.orch.io named g'

let reader: MemoryReader
const ask = (text: string, node = 'n1'): boolean =>
  new NodeAuthorizer(new NodeGraph(reader, 20), nodeRules(20)).authorize(
    request(`system:node:${node}`, text, ['system:nodes']),
  ).verdict === 'allow'

beforeEach(() => {
  reader = new MemoryReader()
})

describe('what a pod opens to its node', () => {
  it.each<[string, object, string]>([
    ['a secret volume', volumes({ name: 'v', secret: { secretName: 's' } }), 'get secrets in a named s'],
    ['a list by name', volumes({ name: 'v', secret: { secretName: 's' } }), 'list secrets in a named s'],
    ['a watch by name', volumes({ name: 'v', configMap: { name: 'c' } }), 'watch configmaps in a named c'],
    [
      'a projected secret',
      volumes({ name: 'v', projected: { sources: [{ secret: { name: 's' } }] } }),
      'get secrets in a named s',
    ],
    [
      'a projected config map',
      volumes({ name: 'v', projected: { sources: [{ configMap: { name: 'c' } }] } }),
      'get configmaps in a named c',
    ],
    [
      'a secret in the environment',
      container({ env: [{ name: 'X', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } }] }),
      'get secrets in a named s',
    ],
    [
      'a whole secret as environment',
      container({ envFrom: [{ secretRef: { name: 's' } }] }),
      'get secrets in a named s',
    ],
    [
      'a config map in the environment',
      container({ env: [{ name: 'X', valueFrom: { configMapKeyRef: { name: 'c', key: 'k' } } }] }),
      'get configmaps in a named c',
    ],
    [
      'an init container',
      { initContainers: [{ name: 'i', envFrom: [{ configMapRef: { name: 'c' } }] }] },
      'get configmaps in a named c',
    ],
    ['pull secrets', { imagePullSecrets: [{ name: 's' }] }, 'get secrets in a named s'],
    ['a driver', volumes({ name: 'v', csi: { nodePublishSecretRef: { name: 's' } } }), 'get secrets in a named s'],
    [
      'a claim',
      volumes({ name: 'v', persistentVolumeClaim: { claimName: 'p' } }),
      'get persistentvolumeclaims in a named p',
    ],
    [
      'the status of a claim',
      volumes({ name: 'v', persistentVolumeClaim: { claimName: 'p' } }),
      'patch persistentvolumeclaims/status in a named p',
    ],
    ['an ephemeral claim', volumes({ name: 'v', ephemeral: {} }), 'get persistentvolumeclaims in a named pod-v'],
    ['a claim of devices', { resourceClaims: [{ name: 'gpu', resourceClaimName: 'g' }] }, DEVICE_CLAIM],
    ['its account', {}, 'create serviceaccounts/token in a named robot'],
  ])('%s', (_what, spec, text) => {
    expect(ask(text)).toBe(false)
    reader.put(PODS, pod('pod', 'n1', spec))
    expect(ask(text)).toBe(true)
    expect(ask(text, 'n2')).toBe(false)
    expect(ask(text.replace(' in a ', ' in b '))).toBe(false)
  })

  it('follows pods that come, share and go', () => {
    const authorizer = new NodeAuthorizer(new NodeGraph(reader, 25), nodeRules(25))
    const may = () => authorizer.authorize(request('system:node:n1', 'get secrets in a named s', ['system:nodes']))
    const spec = volumes({ name: 'v', secret: { secretName: 's' } })
    expect(may()).toEqual({ verdict: 'no-opinion', reason: "no relationship found between node 'n1' and this object" })
    reader.put(PODS, pod('one', '', spec))
    expect(may().verdict).toBe('no-opinion')
    reader.put(PODS, pod('one', 'n1', spec), pod('two', 'n1', spec))
    expect(may().verdict).toBe('allow')
    reader.remove(PODS, 'a', 'one')
    expect(may().verdict).toBe('allow')
    reader.remove(PODS, 'a', 'two')
    expect(may().verdict).toBe('no-opinion')
  })

  it('gives no access through a mirror pod', () => {
    reader.put(
      PODS,
      pod('pod', 'n1', volumes({ name: 'v', secret: { secretName: 's' } }), {
        annotations: { 'orch.io/config.mirror': 'x' },
      }),
    )
    expect(ask('get secrets in a named s')).toBe(false)
  })

  it('reaches volumes and their secrets through claims', () => {
    const volume = {
      metadata: { name: 'pv' },
      spec: {
        claimRef: { namespace: 'a', name: 'p' },
        csi: {
          nodeStageSecretRef: { name: 's', namespace: 'b' },
          controllerPublishSecretRef: { name: 'no', namespace: 'b' },
        },
      },
    }
    reader.put({ group: '', resource: 'persistentvolumes' }, volume)
    expect(ask('get persistentvolumes named pv')).toBe(false)
    reader.put(PODS, pod('pod', 'n1', volumes({ name: 'v', persistentVolumeClaim: { claimName: 'p' } })))
    expect(ask('get persistentvolumes named pv')).toBe(true)
    expect(ask('get secrets in b named s')).toBe(true)
    expect(ask('get secrets in b named no')).toBe(false)
    expect(ask('get persistentvolumes named pv', 'n2')).toBe(false)
    expect(ask('get secrets in b named s', 'n2')).toBe(false)
  })

  it.each([
    ['from a template', { resourceClaimStatuses: [{ name: 'gpu', resourceClaimName: 'g' }] }, true],
    [
      'of a claim that the pod does not have',
      { resourceClaimStatuses: [{ name: 'x', resourceClaimName: 'g' }] },
      false,
    ],
    ['for extended resources', { extendedResourceClaimStatus: { resourceClaimName: 'g' } }, true],
  ])('reaches claims of devices that were made %s', (_what, status, allowed) => {
    const spec = { resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: 't' }] }
    reader.put(PODS, { ...pod('pod', 'n1', spec), status })
    expect(ask(DEVICE_CLAIM)).toBe(allowed)
    expect(ask(DEVICE_CLAIM, 'n2')).toBe(false)
    expect(ask(DEVICE_CLAIM.replace('get', 'list'))).toBe(false)
    expect(ask(DEVICE_CLAIM.replace('get', 'update'))).toBe(false)
  })

  it('shows attachments to their node', () => {
    reader.put(
      { group: 'storage.orch.io', resource: 'volumeattachments' },
      { metadata: { name: 'va' }, spec: { nodeName: 'n1' } },
    )
    expect(ask('get volumeattachments of storage.orch.io named va')).toBe(true)
    expect(ask('get volumeattachments of storage.orch.io named va', 'n2')).toBe(false)
  })
})

describe('what every node may do', () => {
  it.each<[string, boolean]>([
    ['list nodes', true],
    ['create nodes', true],
    ['patch nodes/status named n2', true], // NodeRestriction says which
    ['delete nodes named n1', false],
    ['list pods', true],
    ['create events in a', true],
    ['create certificatesigningrequests of certificates.orch.io', true],
    ['list secrets in a', false],
    ['list secrets', false],
    ['delete secrets in a named s', false],
    ['list persistentvolumeclaims in a', false],
    ['create leases in orch-node-lease of coordination.orch.io', true],
    ['get leases in orch-node-lease of coordination.orch.io named n1', true],
    ['get leases in orch-node-lease of coordination.orch.io named n2', false],
    ['get leases in default of coordination.orch.io named n1', false],
    ['list leases in orch-node-lease of coordination.orch.io', false],
    ['patch csinodes of storage.orch.io named n1', true],
    ['patch csinodes of storage.orch.io named n2', false],
    ['get csinodes/status of storage.orch.io named n1', false],
    ['create serviceaccounts in a', false],
    ['get /healthz', false],
  ])('%s → %s', (text, allowed) => {
    expect(ask(text)).toBe(allowed)
  })

  it('requires both the user name and the group', () => {
    const authorizer = new NodeAuthorizer(new NodeGraph(reader, 25), nodeRules(25))
    expect(authorizer.authorize(request('system:node:n1', 'list nodes')).verdict).toBe('no-opinion')
    expect(authorizer.authorize(request('n1', 'list nodes', ['system:nodes'])).verdict).toBe('no-opinion')
    expect(authorizer.authorize(request('system:node:', 'list nodes', ['system:nodes'])).reason).toBe(
      'unknown node for user "system:node:"',
    )
    expect(authorizer.rulesFor({ name: 'bob', groups: [] })).toMatchObject({ incomplete: false })
    expect(authorizer.rulesFor({ name: 'system:node:n1', groups: ['system:nodes'] })).toMatchObject({
      incomplete: true,
    })
  })
})
