import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { CONTROLS } from '../../../api/pod-security/controls'
import { RELEASES } from '../../../api/releases'
import type { ApiObject } from '../../../machinery/object'
import { toYaml } from '../../components/editor/documents'
import { harden } from './harden'
import { controlRows, fitFor, podSubject } from './pod-levels'
import { REMEDIES } from './pod-remedies'

/** A pod that violates every control that it can at once. */
const WORST = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: 'worst',
    annotations: {
      'container.apparmor.security.beta.orch.io/a': 'unconfined',
      'seccomp.security.alpha.orch.io/pod': 'unconfined',
    },
  },
  spec: {
    hostNetwork: true,
    hostPID: true,
    securityContext: {
      runAsNonRoot: false,
      runAsUser: 0,
      seLinuxOptions: { type: 'x', user: 'u', level: 's0' },
      seccompProfile: { type: 'Unconfined' },
      sysctls: [{ name: 'kernel.msgmax', value: '1' }, { name: 'kernel.shm_rmid_forced', value: '0' }, { name: 'a' }],
      windowsOptions: { hostProcess: true },
    },
    initContainers: [{ name: 'i', securityContext: { runAsNonRoot: false, seccompProfile: { type: 'Unconfined' } } }],
    containers: [
      {
        name: 'a',
        ports: [{ containerPort: 80, hostPort: 80 }],
        livenessProbe: { httpGet: { port: 80, host: 'a.example' } },
        securityContext: {
          privileged: true,
          procMount: 'Unmasked',
          runAsUser: 0,
          capabilities: { add: ['NET_ADMIN', 'CHOWN', 'NET_BIND_SERVICE'] },
        },
      },
    ],
    volumes: [
      { name: 'root', hostPath: { path: '/' } },
      { name: 'files', nfs: { server: 'files.example', path: '/' } },
    ],
  },
}
const fit = (text: string, release: number): string => {
  const pod = podSubject(parse(text) as ApiObject)
  if (!pod) throw new Error('no pod')
  return fitFor(controlRows(pod.subject, release))
}

describe('harden', () => {
  it('has a remedy for every control, and for nothing else', () => {
    expect(Object.keys(REMEDIES).sort()).toEqual(CONTROLS.map(({ id }) => id).sort())
  })

  it.each(RELEASES.map(({ name, minor }) => ({ name, minor })))(
    'makes a pod pass both levels as release $name checks them',
    ({ minor }) => {
      const text = toYaml(WORST)
      expect(fit(text, minor)).toBe('privileged')
      const baseline = harden(text, 0, 'baseline', minor)?.after ?? ''
      expect(['baseline', 'restricted']).toContain(fit(baseline, minor))
      expect(fit(harden(text, 0, 'restricted', minor)?.after ?? '', minor)).toBe('restricted')
      expect(fit(harden(baseline, 0, 'restricted', minor)?.after ?? '', minor)).toBe('restricted')
    },
  )

  it('changes only what the level forbids', () => {
    const { spec } = parse(harden(toYaml(WORST), 0, 'baseline', 36)?.after ?? '') as typeof WORST
    expect(spec).toMatchObject({
      securityContext: { runAsUser: 0, seLinuxOptions: { level: 's0' }, sysctls: [{ name: 'kernel.shm_rmid_forced' }] },
      containers: [
        { ports: [{ containerPort: 80 }], securityContext: { capabilities: { add: ['CHOWN', 'NET_BIND_SERVICE'] } } },
      ],
      volumes: [
        { name: 'root', emptyDir: {} },
        { name: 'files', nfs: {} },
      ],
    })
    expect(spec).not.toHaveProperty('hostNetwork')
  })

  it('keeps comments and other documents, and finds the pod of a workload', () => {
    const text = `# First
kind: ConfigMap
---
# The shop.
kind: Deployment
metadata: {name: shop} # by hand
spec:
  template:
    spec:
      containers:
        - name: web # the site
          image: web
---
kind: Secret
`
    expect(harden(`# Mine\n${text}`, 0, 'restricted', 36)).toBeUndefined()
    const commented = '# Mine\n\n# A pod\nkind: Pod\nspec:\n  hostPID: true\n  hostNetwork: false\n'
    expect(harden(commented, 0, 'baseline', 36)?.after).toBe(commented.replace('  hostPID: true\n', ''))
    const hardened = harden(text, 1, 'restricted', 36)
    expect(hardened?.after).toBe(`# First
kind: ConfigMap
---
# The shop.
kind: Deployment
metadata: { name: shop } # by hand
spec:
  template:
    spec:
      containers:
        - name: web # the site
          image: web
          securityContext:
            allowPrivilegeEscalation: false
            capabilities:
              drop:
                - ALL
      securityContext:
        runAsNonRoot: true
        seccompProfile:
          type: RuntimeDefault
---
kind: Secret
`)
    expect(hardened?.done.map(({ title }) => title)).toEqual([
      'Privilege escalation',
      'Dropped capabilities',
      'Users other than root',
      'Seccomp profile given',
    ])
  })

  it('changes one use of an alias without the others', () => {
    const text = `kind: Pod
spec:
  containers:
    - &a {name: a, image: a, securityContext: {privileged: true}}
    - *a
`
    expect(fit(harden(text, 0, 'restricted', 36)?.after ?? '', 36)).toBe('restricted')
  })

  it('changes neither other kinds nor a pod that is safe', () => {
    expect(harden('kind: ConfigMap\n', 0, 'baseline', 36)).toBeUndefined()
    expect(harden('kind: Pod\nspec: {}\n', 0, 'baseline', 36)?.done).toEqual([])
  })
})
