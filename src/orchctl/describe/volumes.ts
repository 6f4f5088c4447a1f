import { byText } from '../print/json-text'
import { type Fields, fieldsOf, itemsOf, joined, listOf, textOf } from './common'
import type { Writer } from './writer'

const optional = (source: Fields): [string, string] => ['Optional', String(source.optional === true)]
const readOnly = (source: Fields): [string, string] => ['ReadOnly', String(source.readOnly === true)]

/** What is told of each source of a volume: a sentence, and lines below it. */
const SOURCES: Readonly<Record<string, readonly [string, (source: Fields) => readonly (readonly [string, string])[]]>> =
  {
    hostPath: [
      'HostPath (bare host directory volume)',
      (one) => [
        ['Path', textOf(one.path)],
        ['HostPathType', textOf(one.type)],
      ],
    ],
    emptyDir: [
      "EmptyDir (a temporary directory that shares a pod's lifetime)",
      (one) => [
        ['Medium', textOf(one.medium)],
        ['SizeLimit', textOf(one.sizeLimit) || '<unset>'],
      ],
    ],
    secret: [
      'Secret (a volume populated by a Secret)',
      (one) => [['SecretName', textOf(one.secretName)], optional(one)],
    ],
    configMap: ['ConfigMap (a volume populated by a ConfigMap)', (one) => [['Name', textOf(one.name)], optional(one)]],
    nfs: [
      'NFS (an NFS mount that lasts the lifetime of a pod)',
      (one) => [['Server', textOf(one.server)], ['Path', textOf(one.path)], readOnly(one)],
    ],
    persistentVolumeClaim: [
      'PersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)',
      (one) => [['ClaimName', textOf(one.claimName)], readOnly(one)],
    ],
    ephemeral: [
      'EphemeralVolume (an inline specification for a volume that gets created and deleted with the pod)',
      () => [],
    ],
    csi: [
      'CSI (a Container Storage Interface (CSI) volume source)',
      (one) => [
        ['Driver', textOf(one.driver)],
        ...(one.volumeHandle ? [['VolumeHandle', textOf(one.volumeHandle)] as const] : []),
        ['FSType', textOf(one.fsType)],
        readOnly(one),
      ],
    ],
    local: [
      'LocalVolume (a persistent volume backed by local storage on a node)',
      (one) => [['Path', textOf(one.path)]],
    ],
    gitRepo: [
      'GitRepo (a volume that is pulled from git when the pod is created)',
      (one) => [
        ['Repository', textOf(one.repository)],
        ['Revision', textOf(one.revision)],
      ],
    ],
    image: [
      'Image (OCI object)',
      (one) => [
        ['Reference', textOf(one.reference)],
        ['PullPolicy', textOf(one.pullPolicy)],
      ],
    ],
  }

/** The lines about where a volume comes from. */
export function writeSource(writer: Writer, level: number, volume: Fields): void {
  for (const [field, source] of Object.entries(volume)) {
    const known = Object.hasOwn(SOURCES, field) ? SOURCES[field] : undefined
    if (known) {
      writer.field(level, 'Type', known[0])
      for (const [name, value] of known[1](fieldsOf(source))) writer.field(level, name, value)
      return
    }
    if (field === 'projected') return writeProjected(writer, level, fieldsOf(source))
    if (field === 'downwardAPI') {
      writer.field(level, 'Type', 'DownwardAPI (a volume populated by information about the pod)')
      return writeDownward(writer, level, fieldsOf(source))
    }
  }
  const [other] = Object.keys(volume).filter((field) => field !== 'name')
  writer.line(level, other === undefined ? '<unknown>' : `Type:\t${other}`)
}

function writeProjected(writer: Writer, level: number, { sources }: Fields): void {
  writer.field(level, 'Type', 'Projected (a volume that contains injected data from multiple sources)')
  for (const { secret, downwardAPI, configMap, serviceAccountToken } of itemsOf(sources)) {
    if (secret) {
      writer.field(level, 'SecretName', textOf(fieldsOf(secret).name))
      writer.field(level, 'Optional', String(fieldsOf(secret).optional === true))
    } else if (downwardAPI) {
      writer.field(level, 'DownwardAPI', 'true')
    } else if (configMap) {
      writer.field(level, 'ConfigMapName', textOf(fieldsOf(configMap).name))
      writer.field(level, 'Optional', String(fieldsOf(configMap).optional === true))
    } else if (serviceAccountToken)
      writer.field(level, 'TokenExpirationSeconds', textOf(fieldsOf(serviceAccountToken).expirationSeconds))
  }
}

function writeDownward(writer: Writer, level: number, { items }: Fields): void {
  writer.line(level, 'Items:')
  for (const { fieldRef, resourceFieldRef, path } of itemsOf(items)) {
    const from = fieldRef ? textOf(fieldsOf(fieldRef).fieldPath) : textOf(fieldsOf(resourceFieldRef).resource)
    writer.line(level + 1, `${from} -> ${textOf(path)}`)
  }
}

export function writeVolumes(writer: Writer, volumes: unknown, space: string): void {
  const list = itemsOf(volumes)
  if (list.length === 0) return writer.line(0, `${space}Volumes:\t<none>`)
  writer.line(0, `${space}Volumes:`)
  for (const volume of list) {
    writer.line(1, `${space ? ' ' : ''}${textOf(volume.name)}:`)
    const { name: _name, ...source } = volume
    writeSource(writer, 2, source)
  }
}

/** Tolerations, one on a line; the words are those of the command line. */
export function writeTolerations(writer: Writer, space: string, tolerations: unknown): void {
  const title = `${space}Tolerations:`
  const list = itemsOf(tolerations)
  if (list.length === 0) return writer.line(0, `${title}\t<none>`)
  const texts = list.map(({ key, value, effect, operator, tolerationSeconds }) => {
    const text = `${textOf(key)}${value ? `=${textOf(value)}` : ''}${effect ? `:${textOf(effect)}` : ''}`
    const op = operator === 'Exists' && !value ? (key || effect ? ' op=Exists' : 'op=Exists') : ''
    return text + op + (typeof tolerationSeconds === 'number' ? ` for ${tolerationSeconds}s` : '')
  })
  const sorted = list.map((one, i) => [textOf(one.key), texts[i] ?? ''] as const).sort(([a], [b]) => byText(a, b))
  sorted.forEach(([, text], i) => writer.line(0, `${i === 0 ? title : ''}\t${text}`))
}

export function writeSpread(
  writer: Writer,
  space: string,
  constraints: unknown,
  selector: (value: unknown) => string,
): void {
  const list = itemsOf(constraints)
  if (list.length === 0) return
  list
    .map(({ topologyKey, whenUnsatisfiable, maxSkew, labelSelector }) => {
      const chosen = labelSelector ? ` for selector ${selector(labelSelector)}` : ''
      return `${textOf(topologyKey)}:${textOf(whenUnsatisfiable)} when max skew ${textOf(maxSkew)} is exceeded${chosen}`
    })
    .forEach((text, i) => writer.line(0, `${i === 0 ? `${space}Topology Spread Constraints:` : ''}\t${text}`))
}

export const accessModes = (modes: unknown): string =>
  joined(
    listOf(modes).map(
      (mode) =>
        ({ ReadWriteOnce: 'RWO', ReadOnlyMany: 'ROX', ReadWriteMany: 'RWX', ReadWriteOncePod: 'RWOP' })[textOf(mode)] ??
        textOf(mode),
    ),
    ',',
  )
