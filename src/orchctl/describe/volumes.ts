import { byText } from '../../machinery/by-text'
import { SOURCES } from './volume-sources'
import { type Fields, fieldsOf, itemsOf, joined, listOf, textOf } from './common'
import type { Writer } from './writer'

/** The lines about a volume's source. */
export function writeSource(writer: Writer, level: number, volume: Fields): void {
  for (const [field, source] of Object.entries(volume)) {
    const known = Object.hasOwn(SOURCES, field) ? SOURCES[field] : undefined
    if (known) {
      writer.field(level, 'Type', known[0])
      for (const [title, valueOf] of known[1]) {
        const value = valueOf(fieldsOf(source))
        // The reference client omits the colon of this one.
        if (title === 'ISCSIInterface') writer.line(level, `${title}\t${value ?? ''}`)
        else if (value !== undefined) writeLines(writer, level, title, value)
      }
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

/** The following lines of a multi-line value appear below the first. */
function writeLines(writer: Writer, level: number, title: string, value: string): void {
  const [first = '', ...more] = value.split('\n')
  writer.field(level, title, first)
  for (const line of more) writer.line(0, line)
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

/** Writes the volumes of a pod or template. */
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

/** Tolerations, one per line, in the notation of the command line. */
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

/** Writes topology spread constraints. */
export function writeSpread(
  writer: Writer,
  space: string,
  constraints: unknown,
  selector: (value: unknown) => string,
): void {
  const list = itemsOf(constraints)
  if (list.length === 0) return
  ;[...list]
    .sort((a, b) => byText(textOf(a.topologyKey), textOf(b.topologyKey)))
    .map(({ topologyKey, whenUnsatisfiable, maxSkew, labelSelector }) => {
      const chosen = labelSelector ? ` for selector ${selector(labelSelector)}` : ''
      return `${textOf(topologyKey)}:${textOf(whenUnsatisfiable)} when max skew ${textOf(maxSkew)} is exceeded${chosen}`
    })
    .forEach((text, i) => writer.line(0, `${i === 0 ? `${space}Topology Spread Constraints:` : ''}\t${text}`))
}

/** Access modes in their short form: `RWO`. */
export const accessModes = (modes: unknown): string =>
  joined(
    listOf(modes).map(
      (mode) =>
        ({ ReadWriteOnce: 'RWO', ReadOnlyMany: 'ROX', ReadWriteMany: 'RWX', ReadWriteOncePod: 'RWOP' })[textOf(mode)] ??
        textOf(mode),
    ),
    ',',
  )
