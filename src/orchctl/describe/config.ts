import { byText } from '../../machinery/by-text'
import { decodeBase64, decodeText } from '../../machinery/base64'
import { canonicalQuantity, isQuantity } from '../../machinery/quantity'
import type { ApiObject } from '../../machinery/object'
import { boolText, fieldsOf, itemsOf, listOf, orNone, specOf, statusOf, textOf, writeHead, writeLabels } from './common'
import { Writer } from './writer'
import type { Describe } from './world'

const sortedPairs = (value: unknown): [string, unknown][] =>
  Object.entries(fieldsOf(value)).sort(([a], [b]) => byText(a, b))
const quantity = (value: unknown): string => (isQuantity(value) ? canonicalQuantity(value) : orNone(value, '0'))

/** `orchctl describe` of a ConfigMap. */
export const describeConfigMap: Describe = async (object, world) => {
  const writer = new Writer()
  writeHead(writer, object, true)
  for (const text of ['', 'Data', '====']) writer.line(0, text)
  for (const [key, value] of sortedPairs(object.data))
    for (const text of [`${key}:`, '----', textOf(value), '']) writer.line(0, text)
  for (const text of ['', 'BinaryData', '====']) writer.line(0, text)
  for (const [key, value] of sortedPairs(object.binaryData))
    writer.line(0, `${key}: ${decodeBase64(textOf(value)).length} bytes`)
  writer.blank()
  await world.events(writer, object)
  return writer.text()
}

const ACCOUNT_TOKEN = 'orch.io/service-account-token'

/** `orchctl describe` of a Secret: the sizes of its values, not the values. */
export const describeSecret: Describe = (object) => {
  const writer = new Writer()
  writeHead(writer, object, true)
  writer.blank()
  writer.field(0, 'Type', textOf(object.type))
  for (const text of ['', 'Data', '====']) writer.line(0, text)
  for (const [key, value] of sortedPairs(object.data))
    writer.field(
      0,
      key,
      key === 'token' && object.type === ACCOUNT_TOKEN
        ? decodeText(textOf(value))
        : `${decodeBase64(textOf(value)).length} bytes`,
    )
  return Promise.resolve(writer.text())
}

/** `orchctl describe` of a Namespace, with its quotas and limits. */
export const describeNamespace: Describe = async (object, world) => {
  const writer = new Writer()
  const { name = '' } = object.metadata
  writeHead(writer, object, false)
  writer.field(0, 'Status', textOf(statusOf(object).phase))
  const conditions = itemsOf(statusOf(object).conditions)
  if (conditions.length > 0) {
    writer.line(0, 'Conditions:')
    writer.line(1, 'Type\tStatus\tLastTransitionTime\tReason\tMessage')
    writer.line(1, '----\t------\t------------------\t------\t-------')
    for (const one of conditions)
      writer.line(1, [one.type, one.status, one.lastTransitionTime, one.reason, one.message].map(textOf).join('\t'))
  }
  const quotas = await world.list('resourcequotas', name)
  if (quotas) {
    writer.blank()
    writeQuotas(writer, quotas)
  }
  const limits = await world.list('limitranges', name)
  if (limits) {
    writer.blank()
    writeLimitRanges(writer, limits)
  }
  return writer.text()
}

const SCOPES: Readonly<Record<string, string>> = {
  Terminating:
    'Matches all pods that have an active deadline. These pods have a limited lifespan on a node before being actively terminated by the system.',
  NotTerminating:
    'Matches all pods that do not have an active deadline. These pods usually include long running pods whose container command is not expected to terminate.',
  BestEffort:
    'Matches all pods that do not have resource requirements set. These pods have a best effort quality of service.',
  NotBestEffort:
    'Matches all pods that have at least one resource requirement set. These pods have a burstable or guaranteed quality of service.',
}

function writeQuotas(writer: Writer, quotas: readonly ApiObject[]): void {
  if (quotas.length === 0) return writer.line(0, 'No resource quota.')
  writer.line(0, 'Resource Quotas')
  for (const quota of [...quotas].sort((a, b) => byText(a.metadata.name ?? '', b.metadata.name ?? ''))) {
    writer.field(1, 'Name', quota.metadata.name)
    writeScopes(writer, 1, quota)
    writer.line(1, 'Resource\tUsed\tHard')
    writer.line(1, '--------\t---\t---')
    for (const row of quotaRows(quota)) writer.line(1, row)
  }
}

function writeScopes(writer: Writer, level: number, quota: ApiObject): void {
  const scopes = listOf(specOf(quota).scopes).map(textOf).sort()
  if (scopes.length === 0) return
  writer.field(level, 'Scopes', scopes.join(', '))
  for (const scope of scopes) if (SCOPES[scope]) writer.line(level, `${level === 0 ? ' ' : ''}* ${SCOPES[scope]}`)
}

const quotaRows = (quota: ApiObject): string[] =>
  sortedPairs(statusOf(quota).hard).map(
    ([name, hard]) => `${name}\t${quantity(fieldsOf(statusOf(quota).used)[name])}\t${quantity(hard)}`,
  )

/** `orchctl describe` of a ResourceQuota. */
export const describeQuota: Describe = (object) => {
  const writer = new Writer()
  writer.field(0, 'Name', object.metadata.name)
  writer.field(0, 'Namespace', object.metadata.namespace)
  writeScopes(writer, 0, object)
  writer.line(0, 'Resource\tUsed\tHard')
  writer.line(0, '--------\t----\t----')
  for (const row of quotaRows(object)) writer.line(0, row)
  return Promise.resolve(writer.text())
}

const LIMIT_COLUMNS = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const

function writeLimitRanges(writer: Writer, ranges: readonly ApiObject[]): void {
  if (ranges.length === 0) return writer.line(0, 'No LimitRange resource.')
  writer.line(0, 'Resource Limits')
  writer.line(0, ' Type\tResource\tMin\tMax\tDefault Request\tDefault Limit\tMax Limit/Request Ratio')
  writer.line(0, ' ----\t--------\t---\t---\t---------------\t-------------\t-----------------------')
  for (const range of ranges) writeLimitRows(writer, range, ' ')
}

function writeLimitRows(writer: Writer, range: ApiObject, start: string): void {
  for (const limit of itemsOf(specOf(range).limits)) {
    const names = new Set(LIMIT_COLUMNS.flatMap((column) => Object.keys(fieldsOf(limit[column]))))
    for (const name of [...names].sort(byText)) {
      const cell = (column: string): string => {
        const value = fieldsOf(limit[column])[name]
        return value === undefined ? '-' : quantity(value)
      }
      const cells = ['min', 'max', 'defaultRequest', 'default', 'maxLimitRequestRatio'].map(cell)
      writer.line(0, [`${start}${textOf(limit.type)}`, name, ...cells].join('\t'))
    }
  }
}

/** `orchctl describe` of a LimitRange. */
export const describeLimits: Describe = (object) => {
  const writer = new Writer()
  writer.field(0, 'Name', object.metadata.name)
  writer.field(0, 'Namespace', object.metadata.namespace)
  writer.line(0, 'Type\tResource\tMin\tMax\tDefault Request\tDefault Limit\tMax Limit/Request Ratio')
  writer.line(0, '----\t--------\t---\t---\t---------------\t-------------\t-----------------------')
  writeLimitRows(writer, object, '')
  return Promise.resolve(writer.text())
}

/** `orchctl describe` of a ServiceAccount, with its tokens. */
export const describeServiceAccount: Describe = async (object, world) => {
  const writer = new Writer()
  writeHead(writer, object, true)
  const names = (value: unknown): string[] => itemsOf(value).map((one) => textOf(one.name))
  const secrets = (await world.list('secrets', object.metadata.namespace ?? '')) ?? []
  const tokens = secrets
    .filter(
      (one) =>
        one.type === ACCOUNT_TOKEN &&
        one.metadata.annotations?.['orch.io/service-account.name'] === object.metadata.name &&
        one.metadata.annotations?.['orch.io/service-account.uid'] === object.metadata.uid,
    )
    .map(({ metadata }) => metadata.name ?? '')
  const there = new Set(secrets.map(({ metadata }) => metadata.name))
  const lists: [string, string[]][] = [
    ['Image pull secrets', names(object.imagePullSecrets)],
    ['Mountable secrets', names(object.secrets)],
    ['Tokens', tokens],
  ]
  for (const [title, list] of lists) {
    if (list.length === 0) writer.field(0, title, '<none>')
    list.forEach((name, i) =>
      writer.line(0, `${i === 0 ? `${title}:` : ''}\t${name}${there.has(name) ? '' : ' (not found)'}`),
    )
  }
  await world.events(writer, object)
  return writer.text()
}

/** `orchctl describe` of a PriorityClass. */
export const describePriorityClass: Describe = async (object, world) => {
  const writer = new Writer()
  writer.field(0, 'Name', object.metadata.name)
  writer.field(0, 'Value', textOf(object.value))
  writer.field(0, 'GlobalDefault', boolText(object.globalDefault))
  writer.field(0, 'PreemptionPolicy', textOf(object.preemptionPolicy))
  writer.field(0, 'Description', textOf(object.description))
  writeLabels(writer, 0, 'Annotations', object.metadata.annotations)
  await world.events(writer, object)
  return writer.text()
}
