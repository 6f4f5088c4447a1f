import { fractionErrors } from '../../api/fractions'
import { schemaOf } from '../../api/types'
import { readTyped } from '../../api/walk'
import { unclassifiedError } from '../../machinery/api-error'
import { invalid, notSupported } from '../../machinery/field-error'
import type { FieldError } from '../../machinery/field-wording'
import { isObject, type JsonObject } from '../../machinery/json'
import { parseApiVersion } from '../../machinery/object'
import { messageOf } from '../../machinery/message-of'
import type { DeleteOptions, PropagationPolicy } from '../../registry/delete'
import type { Catalogue } from '../../registry/catalogue'
import { type Body, decodeBody, encodingOfBody, readContent, type SentBody } from '../wire/body'
import type { RequestContext } from '../context'
import { notIdentified } from '../wire/unreadable'
import { type Encoding, META_GROUP } from '../wire/representation'
import { realReading } from './body-refusal'
import { booleanParameter, dryRunErrors, int64Parameter, refuseOptions } from './options'

const OPTIONS = 'DeleteOptions'
/** The type of delete options. */
const OPTIONS_TYPE = 'machinery.apis.meta.v1.DeleteOptions'
const POLICIES: readonly string[] = ['Foreground', 'Background', 'Orphan']

/** Delete options as sent (`raw`, for audit and admission), and what they mean. */
export interface ReadOptions extends DeleteOptions {
  readonly dryRun: boolean
  readonly raw: Record<string, unknown>
}

/** Refuses options of an apiVersion and kind that can't be read here. */
type Identify = (given: { readonly apiVersion: string; readonly kind: string }) => void

/** DeleteOptions from the body, or from the query if there is no body. Throws Invalid and BadRequest. */
export async function readDeleteOptions(
  context: RequestContext,
  identify: Identify,
  release: number,
): Promise<ReadOptions> {
  const content = await readContent(context)
  const raw = content.length ? fromBody(context, content, identify, release) : fromQuery(context.query)
  refuseOptions('DeleteOptions', deleteOptionsErrors(raw))
  const { orphanDependents, propagationPolicy, gracePeriodSeconds, preconditions } = raw
  const policy = (propagationPolicy ??
    (orphanDependents === true ? 'Orphan' : orphanDependents === false ? 'Background' : undefined)) as
    | PropagationPolicy
    | undefined
  return {
    dryRun: asList(raw.dryRun).includes('All'),
    ...(policy && { propagationPolicy: policy }),
    ...(typeof orphanDependents === 'boolean' && { orphanDependents }),
    ...(isWhole(gracePeriodSeconds) && { gracePeriodSeconds }),
    ...(isObject(preconditions) && { preconditions: preconditions }),
    raw: { kind: 'DeleteOptions', apiVersion: `${META_GROUP}/v1`, ...raw },
  }
}

/** What is wrong with delete options, wherever they stand. */
export function deleteOptionsErrors({
  dryRun,
  orphanDependents,
  propagationPolicy,
}: Readonly<Record<string, unknown>>): FieldError[] {
  const errors: FieldError[] = dryRunErrors(asList(dryRun))
  if (orphanDependents !== undefined && propagationPolicy !== undefined)
    errors.push(
      invalid('propagationPolicy', propagationPolicy, 'orphanDependents and deletionPropagation cannot be both set'),
    )
  if (propagationPolicy !== undefined && !POLICIES.includes(propagationPolicy as string))
    errors.push(notSupported('propagationPolicy', propagationPolicy, [...POLICIES, 'nil']))
  return errors
}

const isWhole = (value: unknown): value is number | bigint => typeof value === 'bigint' || Number.isSafeInteger(value)

const asList = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

function fromBody(
  context: RequestContext,
  content: SentBody,
  identify: Identify,
  release: number,
): Record<string, unknown> {
  const value = optionsIn(context, content, encodingOfBody(context, ['json', 'yaml', 'protobuf']), release)
  const { kind, apiVersion, gracePeriodSeconds, propagationPolicy, orphanDependents, preconditions, dryRun } = value
  if (kind !== undefined && typeof kind !== 'string') throw unclassifiedError('kind must be a string')
  if (apiVersion !== undefined && typeof apiVersion !== 'string') throw unclassifiedError('apiVersion must be a string')
  if (apiVersion && !parseApiVersion(apiVersion))
    throw unclassifiedError(`unexpected GroupVersion string: ${apiVersion}`)
  identify({ apiVersion: apiVersion ?? '', kind: kind || OPTIONS })
  return withoutNulls({ gracePeriodSeconds, propagationPolicy, orphanDependents, preconditions, dryRun })
}

/** Kinds of the core version that belong to no group, so every reader of options knows them. */
const GROUPLESS: ReadonlySet<string> = new Set(['Status', 'APIVersions', 'APIGroupList', 'APIGroup', 'APIResourceList'])

/** Options to delete one object may name any version. */
export const optionsOfAny: Identify = ({ apiVersion, kind }) => {
  if (kind === OPTIONS) return
  throw unclassifiedError(
    apiVersion === 'v1' && GROUPLESS.has(kind)
      ? `converting (v1.${kind}) to (v1.${OPTIONS}): unknown conversion`
      : `no kind "${kind}" is registered for version "${apiVersion || 'meta.orch.io/v1'}"`,
  )
}

/** Options to delete a collection must name a version of a served group, each of which has them. */
export const optionsOfServed =
  (catalogue: Catalogue): Identify =>
  ({ apiVersion, kind }) => {
    if (apiVersion === '' && kind === OPTIONS) return
    const { group, version } = parseApiVersion(apiVersion || 'v1') ?? { group: '', version: apiVersion }
    if (kind === OPTIONS && catalogue.hasGroupVersion(group, version)) return
    throw unclassifiedError(
      catalogue.findKind(group, version, kind)
        ? `converting (${version}.${kind}) to (v1.${OPTIONS}): unknown conversion`
        : `no kind "${kind}" is registered for version "${apiVersion || 'v1'}"`,
    )
  }

/** Unreadable options are refused without a reason; any other unreadable body is a bad request. */
function optionsIn(context: RequestContext, content: SentBody, encoding: Encoding, release: number): JsonObject {
  let body: Body
  try {
    body = decodeBody(content, encoding, 'options', context.binary)
  } catch (error) {
    throw unclassifiedError(messageOf(error))
  }
  const value = body.value ?? {}
  if (!isObject(value)) throw unclassifiedError(notIdentified(value))
  const schema = schemaOf(OPTIONS_TYPE, release)
  if (!schema) return value
  const { errors } = readTyped(value, schema)
  const [error] = [...errors, ...fractionErrors(body.fractions, schema)]
  if (error !== undefined) throw unclassifiedError(realReading(schema, body, release).problem ?? error)
  return value
}

function fromQuery(query: URLSearchParams): Record<string, unknown> {
  const dryRun = query.getAll('dryRun')
  const preconditions = Object.fromEntries(
    ['uid', 'resourceVersion'].flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])),
  )
  return withoutNulls({
    gracePeriodSeconds: int64Parameter(query, 'gracePeriodSeconds'),
    propagationPolicy: query.get('propagationPolicy') ?? undefined,
    orphanDependents: booleanParameter(query, 'orphanDependents'),
    preconditions: Object.keys(preconditions).length ? preconditions : undefined,
    dryRun: dryRun.some((value) => value !== '') ? dryRun : undefined,
  })
}

const withoutNulls = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))
