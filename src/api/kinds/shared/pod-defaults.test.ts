import { describe, expect, it } from 'vitest'
import { parseFeatureGates } from '../../releases/feature-gates'
import { filled, kindContext, refusals } from '../../../testing/kinds'
import { deployment } from '../apps/deployment/deployment'
import { pod } from '../core/pod/pod'

const spec = () => ({ hostNetwork: true, containers: [{ name: 'c', image: 'x', ports: [{ containerPort: 80 }] }] })
const template = (ports: object) => ({
  spec: {
    selector: { matchLabels: { a: 'b' } },
    template: {
      metadata: { labels: { a: 'b' } },
      spec: { hostNetwork: true, containers: [{ name: 'c', image: 'x', ports: [ports] }] },
    },
  },
})
const GATE = 'DefaultHostNetworkHostPortsInPodTemplates'

describe('ports of containers in the network of the node', () => {
  it.each([27, 28, 36])('are ports of the node in pods, release 1.%i', (release) =>
    expect(filled(pod, { spec: spec() }, kindContext({ release }))).toMatchObject({
      spec: { containers: [{ ports: [{ hostPort: 80 }] }] },
    }),
  )
  it.each<[number, string[], number | undefined]>([
    [27, [], 80],
    [28, [], undefined],
    [28, [`${GATE}=true`], 80],
    [36, [], undefined],
  ])('in templates of release 1.%i %j: %s', (release, gates, hostPort) => {
    const context = kindContext({ release, feature: parseFeatureGates(gates, release).enabled })
    const { spec: made } = filled(deployment, template({ containerPort: 80 }), context) as unknown as {
      spec: { template: { spec: { containers: [{ ports: [{ hostPort?: number }] }] } } }
    }
    expect(made.template.spec.containers[0].ports[0].hostPort).toBe(hostPort)
  })
  it.each<[object, string[]]>([
    [{ containerPort: 80 }, []],
    [{ containerPort: 80, hostPort: 80 }, []],
    [{ containerPort: 80, hostPort: 81 }, ['Invalid spec.template.spec.containers[0].ports[0].hostPort']],
  ])('%j in a template becomes %j', (ports, errors) =>
    expect(refusals(deployment, template(ports), kindContext({ release: 36 }))).toEqual(errors),
  )
})
