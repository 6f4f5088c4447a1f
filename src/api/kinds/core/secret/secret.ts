import type * as core from 'kt126/core/v1'
import { decodeText, encodeText } from '../../../../machinery/base64'
import { invalid, invalidWithoutValue, required, tooLong } from '../../../../machinery/field-error'
import { goJsonProblem } from '../../../../machinery/go-json-problem'
import { isObject } from '../../../../machinery/json'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import { ACCOUNT_UID_ANNOTATION, TOKEN_SECRET_TYPE } from '../../authentication/token-claims'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { dataKey, unchanged } from '../../meta/rules'
import { AGE, tableOf } from '../../meta/table-columns'
import { decodedLength, MAXIMUM_DATA, validateImmutable } from '../../shared/immutable-data'

type Data = Readonly<Record<string, string>>

/** Go's error for parsing a text as a JSON map; undefined if it is one. */
function jsonProblem(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (value === null || isObject(value)) return undefined
    const type = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value
    return `json: cannot unmarshal ${type} into Go value of type map[string]interface {}`
  } catch (error) {
    if (error instanceof SyntaxError) return goJsonProblem(text)
    throw error
  }
}

const needsJson = (key: string) => (data: Data, _object: ApiObject, errors: Errors) => {
  const value = data[key]
  if (value === undefined) errors.push(required(`data[${key}]`))
  else {
    const problem = jsonProblem(decodeText(value))
    if (problem !== undefined) errors.push(invalid(`data[${key}]`, '<secret contents redacted>', problem))
  }
}

const SERVICE_ACCOUNT = 'orch.io/service-account.name'

/** Required data of each secret type; other types require nothing. */
const TYPES: Readonly<Record<string, (data: Data, object: ApiObject, errors: Errors) => void>> = {
  'orch.io/service-account-token': (_data, { metadata }, errors) => {
    if (!metadata.annotations?.[SERVICE_ACCOUNT]) errors.push(required(`metadata.annotations[${SERVICE_ACCOUNT}]`))
  },
  'orch.io/dockercfg': needsJson('.dockercfg'),
  'orch.io/dockerconfigjson': needsJson('.dockerconfigjson'),
  'orch.io/basic-auth': (data, _object, errors) => {
    if (data['username'] === undefined && data['password'] === undefined)
      errors.push(required('data[%s][username]'), required('data[%s][password]'))
  },
  'orch.io/ssh-auth': (data, _object, errors) => {
    // Reproduces the reference's path, including its unfilled placeholder.
    if (!data['ssh-privatekey']) errors.push(required('data[%s][ssh-privatekey]'))
  },
  'orch.io/tls': (data, _object, errors) => {
    for (const key of ['tls.crt', 'tls.key']) if (data[key] === undefined) errors.push(required(`data[${key}]`))
  },
}

/** Confidential data by key. `stringData` is write-only: it is merged into `data`. */
export const secret: KindBehaviour = {
  group: '',
  resource: 'secrets',
  kind: 'Secret',
  defaults(object) {
    const draft = asDraft<core.Secret>(object)
    draft.type ||= 'Opaque'
    const { stringData } = draft
    if (!stringData) return
    const data: Record<string, string> = { ...draft.data }
    for (const key in stringData) data[key] = encodeText(stringData[key] ?? '')
    if (Object.keys(data).length > 0) draft.data = data
    delete draft.stringData
  },
  validate(object) {
    const { data = {}, type = '' } = asDraft<core.Secret>(object)
    const errors: Errors = []
    let size = 0
    for (const key in data) {
      dataKey(key, `data[${key}]`, errors)
      size += decodedLength(data[key] ?? '')
    }
    if (size > MAXIMUM_DATA) errors.push(tooLong('data', MAXIMUM_DATA))
    if (Object.hasOwn(TYPES, type)) TYPES[type]?.(data, object, errors)
    return errors
  },
  updateErrorsFirst: true,
  exporting: ({ type, metadata: { annotations } }) =>
    type === TOKEN_SECRET_TYPE || annotations?.[ACCOUNT_UID_ANNOTATION]
      ? [invalidWithoutValue('type', 'can not export service account secrets')]
      : [],
  validateUpdate(object, old) {
    const errors: Errors = []
    unchanged(object['type'], old['type'], 'type', errors)
    validateImmutable(object, old, ['data'], errors)
    return errors
  },
  fieldSelectors: { type: (object) => asDraft<core.Secret>(object).type ?? '' },
  ...tableOf(
    asDraft<core.Secret>,
    ['Type', 'string', ({ type = '' }) => type],
    ['Data', 'string', ({ data = {} }) => Object.keys(data).length],
    AGE,
  ),
}
