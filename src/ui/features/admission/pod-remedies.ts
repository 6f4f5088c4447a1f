import { BASELINE_CAPABILITIES, SELINUX_TYPES } from '../../../api/pod-security/baseline'
import { isObject } from '../../../machinery/json'

/** Path of a field in an object. */
export type Path = readonly (string | number)[]

/** A change of one field; without a value, the field is removed. */
export interface Edit {
  readonly path: Path
  readonly value?: unknown
}

/** How to meet a control: what is done, and the edits for one field that violates it. */
export interface Remedy {
  readonly does: string
  /** What the user must check, because the manifest alone cannot tell. */
  readonly check?: string
  readonly edits: (field: Path, value: unknown) => readonly Edit[]
}

const POD_CONTEXT = ['spec', 'securityContext'] as const
const RUNTIME_DEFAULT = { type: 'RuntimeDefault' }

const remove = (path: Path): Edit[] => [{ path }]
const set =
  (value: unknown) =>
  (path: Path): Edit[] => [{ path, value }]

/** Replaces the source of a volume. */
const asEmptyDirectory = (path: Path): Edit[] => [{ path }, { path: [...path.slice(0, -1), 'emptyDir'], value: {} }]

/** Keeps the capabilities that pass; without any, the list is removed. */
const keep =
  (allowed: (name: string) => boolean) =>
  (path: Path, value: unknown): Edit[] => {
    const kept = Array.isArray(value) ? value.filter((name) => typeof name === 'string' && allowed(name)) : []
    return [kept.length > 0 ? { path, value: kept } : { path }]
  }

/** Sets a field once for the pod, and removes what a container says about it. */
const forPod =
  (name: string, value: unknown) =>
  (path: Path): Edit[] => [
    ...(path[0] === 'spec' && path[1] === 'securityContext'
      ? []
      : remove(path.slice(0, path.lastIndexOf('securityContext') + 2))),
    { path: [...POD_CONTEXT, name], value },
  ]

const noAdmin = 'Check that the container still works without this access.'

/** One row for each control: how a pod that violates it is changed so that it passes. */
export const REMEDIES: Readonly<Record<string, Remedy>> = {
  appArmorProfile: { does: 'uses the default AppArmor profile of the runtime', edits: set('runtime/default') },
  capabilities_baseline: {
    does: 'removes capabilities beyond the default set',
    check: noAdmin,
    edits: keep((name) => BASELINE_CAPABILITIES.has(name)),
  },
  hostNamespaces: { does: 'removes the namespaces of the host', check: noAdmin, edits: remove },
  hostPathVolumes: {
    does: 'replaces the host path by an empty directory',
    check: 'Files of the node are no longer visible to the pod.',
    edits: asEmptyDirectory,
  },
  hostPorts: {
    does: 'removes the port of the host',
    check: 'Clients must use the pod’s address or a Service.',
    edits: remove,
  },
  hostProbesAndHostLifecycle: {
    does: 'removes the host, so that the request goes to the pod',
    edits: remove,
  },
  privileged: { does: 'turns off privileged mode', check: noAdmin, edits: set(false) },
  procMount: { does: 'uses the default mount of /proc', edits: remove },
  seLinuxOptions: {
    does: 'removes SELinux users, roles and types that are not allowed',
    edits: (path, value) => {
      const { type } = isObject(value) ? value : {}
      return [
        { path: [...path, 'user'] },
        { path: [...path, 'role'] },
        ...(typeof type === 'string' && type !== '' && SELINUX_TYPES.has(type) ? [] : remove([...path, 'type'])),
      ]
    },
  },
  seccompProfile_baseline: {
    does: 'uses the default seccomp profile of the runtime',
    edits: (path) => (path[0] === 'metadata' ? set('runtime/default')(path) : set(RUNTIME_DEFAULT)(path.slice(0, -1))),
  },
  sysctls: {
    does: 'removes kernel parameters that are not allowed',
    check: noAdmin,
    edits: (path) => remove(path.slice(0, -1)),
  },
  windowsHostProcess: { does: 'turns off host processes', check: noAdmin, edits: set(false) },
  allowPrivilegeEscalation: { does: 'forbids privilege escalation', edits: set(false) },
  capabilities_restricted: {
    does: 'drops all capabilities; only NET_BIND_SERVICE may be added again',
    check: noAdmin,
    edits: (path, value) =>
      path.at(-1) === 'drop' ? set(['ALL'])(path) : keep((name) => name === 'NET_BIND_SERVICE')(path, value),
  },
  restrictedVolumes: {
    does: 'replaces the volume by an empty directory',
    check: 'Use a PersistentVolumeClaim if the data must be kept.',
    edits: asEmptyDirectory,
  },
  runAsNonRoot: {
    does: 'requires a user other than root, for the pod as a whole',
    check: 'The image must name a user other than root, or set runAsUser.',
    edits: forPod('runAsNonRoot', true),
  },
  runAsUser: {
    does: 'removes user 0, so that the image’s user runs the process',
    check: 'The image must name a user other than root, or set runAsUser.',
    edits: remove,
  },
  seccompProfile_restricted: {
    does: 'uses the default seccomp profile of the runtime, for the pod as a whole',
    edits: forPod('seccompProfile', RUNTIME_DEFAULT),
  },
}
