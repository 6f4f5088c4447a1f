import { type LineField, type OwnedLine, valuePathText } from './lines'
import type { NamedOwner } from './owners'

/** Fields without a manager: kept by the server, or set by defaulting. */
const SERVERS = new Set([
  'apiVersion',
  'kind',
  ...[
    'name',
    'namespace',
    'uid',
    'resourceVersion',
    'creationTimestamp',
    'generation',
    'generateName',
    'deletionTimestamp',
    'deletionGracePeriodSeconds',
    'selfLink',
    'managedFields',
  ].map((name) => `metadata.${name}`),
])

/** The end of a sentence about a field that only the server writes. */
export const SET_BY_SERVER = 'set by the server; no manager can own it.'

/** Whether a field is one that only the server writes. */
export const isServers = (field: LineField): boolean => SERVERS.has(field.path.slice(0, 2).join('.'))

/** How an owner acquired its fields. */
export const howText = ({ operation, apiVersion, time, subresource }: NamedOwner): string =>
  [
    operation === 'Apply' ? 'applied' : 'updated',
    `in ${apiVersion}`,
    subresource && `through ${subresource}`,
    time && `at ${time}`,
  ]
    .filter(Boolean)
    .join(' ')

/** The innermost field of a line, which its text shows. */
export const fieldOfLine = (line: OwnedLine | undefined): LineField | undefined =>
  line?.fields.findLast(({ inner }) => !inner) ?? line?.fields.at(-1)

/** The owners of a line as sentences, one per field. */
export function lineSentences(line: OwnedLine): string[] {
  return line.fields
    .filter((field) => field.owners.length > 0 || field === fieldOfLine(line))
    .map((field) => {
      const name = valuePathText(field.path)
      if (field.owners.length > 0) {
        const whole = field.whole ? ` with the whole of ${valuePathText(field.whole)}` : ''
        const who = field.owners.map((owner) => `${owner.name} (${howText(owner)})`).join(' and ')
        return `${name}: ${field.owners.length > 1 ? 'shared by' : 'owned by'} ${who}${whole}.`
      }
      if (isServers(field)) return `${name}: ${SET_BY_SERVER}`
      return field.inner
        ? `${name}: not owned as a whole; each of its fields has its own owners.`
        : `${name}: no owner. It is new in your draft, a default value, or older than the server’s records of owners.`
    })
}
