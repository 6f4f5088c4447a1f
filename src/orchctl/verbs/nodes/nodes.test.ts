import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OrchctlWorld, startOrchctl } from '../../../testing/orchctl-world'

let world: OrchctlWorld
beforeAll(async () => {
  world = await startOrchctl(['--release=1.25'])
  const { err } = await world.orchctl('apply -f -', { stdin: MANIFESTS })
  expect(err).toBe('')
})
afterAll(() => world.stop())

const POD = (name: string, rest: string): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}, namespace: default${rest}
  containers: [{name: c, image: web}]
`
const OWNER =
  ', ownerReferences: [{apiVersion: apps/v1, kind: KIND, name: o, uid: 4c1cbbf0-0000-4000-8000-000000000001, controller: true}]'
const MANIFESTS = [
  ...['bare', 'local', 'daemons'].map((name) => `apiVersion: v1\nkind: Node\nmetadata: {name: ${name}}\n`),
  POD('lone', '}\nspec:\n  nodeName: bare'),
  POD(
    'scratch',
    `${OWNER.replace('KIND', 'ReplicaSet')}}\nspec:\n  nodeName: local\n  volumes: [{name: v, emptyDir: {}}]`,
  ),
  POD('daemon', `${OWNER.replace('KIND', 'DaemonSet')}}\nspec:\n  nodeName: daemons`),
].join('---\n')

const LONE = 'cannot delete cannot delete Pods that declare no controller (use --force to override): default/lone'
const LOCAL = 'cannot delete Pods with local storage (use --delete-emptydir-data to override): default/scratch'
const DAEMON = 'cannot delete DaemonSet-managed Pods (use --ignore-daemonsets to ignore): default/daemon'

test.each([
  ['bare', LONE],
  ['local', LOCAL],
  ['daemons', DAEMON],
])('a drain of %s is refused with the reason', async (node, reason) => {
  const { code, err } = await world.orchctl(`drain ${node} --dry-run=client`)
  expect({ code, err }).toEqual({
    code: 1,
    err: `error: unable to drain node "${node}" due to error: ${reason}, continuing command...\nThere are pending nodes to be drained:\n ${node}\n${reason}\n`,
  })
})

test('nodes are cordoned first, and all that can be drained are', async () => {
  const { code, out, err } = await world.orchctl('drain bare daemons local --ignore-daemonsets --dry-run=client')
  expect({ code, out, err }).toEqual({
    code: 1,
    out: 'node/bare cordoned (dry run)\nnode/daemons cordoned (dry run)\nnode/local cordoned (dry run)\nnode/daemons drained (dry run)\n',
    err: [
      `error: unable to drain node "bare" due to error: ${LONE}, continuing command...`,
      'Warning: ignoring DaemonSet-managed Pods: default/daemon',
      `error: unable to drain node "local" due to error: ${LOCAL}, continuing command...`,
      'There are pending nodes to be drained:\n bare\n local',
      `${LONE}\n${LOCAL}\n`,
    ].join('\n'),
  })
})

/** Commands in order, each with its standard output and error output. */
const STORY: readonly (readonly [line: string, printed: string])[] = [
  [
    'drain bare --force --dry-run=client',
    'node/bare cordoned (dry run)\nevicting pod default/lone (dry run)\nnode/bare drained (dry run)\nWarning: deleting Pods that declare no controller: default/lone\n',
  ],
  [
    'drain local --delete-emptydir-data --disable-eviction --dry-run=server',
    'node/local cordoned (server dry run)\ndeleting pod default/scratch (server dry run)\nnode/local drained (server dry run)\n',
  ],
  [
    'drain daemons --ignore-daemonsets',
    'node/daemons cordoned\nnode/daemons drained\nWarning: ignoring DaemonSet-managed Pods: default/daemon\n',
  ],
  ['drain bare --pod-selector==', 'error: --pod-selector=<pod_selector> must be a valid label selector\n'],
  ['uncordon daemons', 'node/daemons uncordoned\n'],
  ['taint node bare a=b:NoSchedule --dry-run=server', 'node/bare tainted\n'],
  ['taint node bare a=b:NoSchedule', 'node/bare tainted\n'],
  [
    'taint node bare a=c:NoSchedule',
    'error: node bare already has a taint(s) with same effect(s) and --overwrite is false\n',
  ],
  [
    'taint node bare x=y:NoExecute x-',
    'error: can not both modify and remove the following taint(s) in the same command: x=\n',
  ],
  [
    'taint node bare x=y:NoExecute x=z:NoExecute',
    "error: duplicated taints with the same key and effect: {x z NoExecute <nil>}\nSee 'orchctl taint -h' for help and examples\n",
  ],
  ['taint node bare a-', 'node/bare untainted\n'],
]

test('a story of nodes', async () => {
  for (const [line, printed] of STORY) {
    const { out, err } = await world.orchctl(line)
    expect(out + err, line).toBe(printed)
  }
})
