import type { Query } from '../../client/targets'
import { type JsonObject } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { messageOf } from '../../machinery/message-of'
import type { Call } from '../core/command'
import { CommandError } from '../core/errors'
import type { Flag, FlagValues } from '../core/flags'
import { checksFields, nameOfKind, type Schemas } from '../core/openapi'
import type { Session } from '../core/session'
import type { Resource } from '../core/catalogue'
import { parseManifests } from './manifest-objects'
import { type Info, resolveManifest } from './manifests'
import { ManifestChecker } from './manifest-checker'

/** The flag `--validate`. */
export const VALIDATE_FLAG: Flag = {
  name: 'validate',
  type: 'string',
  default: 'strict',
  bare: 'strict',
  help: 'strict (or true) refuses unknown and repeated fields, warn only says so, ignore (or false) does nothing',
}

/** What happens with unknown fields. */
export type Validation = 'Strict' | 'Warn' | 'Ignore'

/** @throws CommandError for an unknown level */
export function validationOf(flags: FlagValues): Validation {
  switch (flags.string('validate')) {
    case 'strict':
    case 'true':
    case '':
      return 'Strict'
    case 'warn':
      return 'Warn'
    case 'ignore':
    case 'false':
      return 'Ignore'
    default:
      throw new CommandError(
        `invalid - validate option ${JSON.stringify(flags.string('validate'))}; must be one of: strict (or true), warn, ignore (or false)`,
      )
  }
}

/** The schemas that tell whether the server checks fields itself, and the kind's schema. */
async function schemasFor(
  session: Session,
  resource: Resource,
): Promise<{ schemas: Schemas | undefined; server: boolean }> {
  const openapi = await session.openapi()
  const third = await openapi.v3(resource)
  if (third && checksFields(third, resource)) return { schemas: third, server: true }
  const second = await openapi.v2()
  return { schemas: second, server: second !== undefined && checksFields(second, resource) }
}

/** The query parameters with which the server validates fields; none if it can't. */
export function validationQuery(flags: FlagValues): Query {
  const level = validationOf(flags)
  // Only an explicit level is sent: servers without support would ignore it.
  return flags.changed('validate') ? { fieldValidation: level } : {}
}

/**
 * Validates an object of a file before it is sent, if the server can't. Resolves with the query parameters of the write.
 * @throws CommandError with all errors
 */
export async function validateManifest(
  session: Session,
  flags: FlagValues,
  resource: Resource,
  object: ApiObject,
  source: string,
): Promise<Query> {
  const level = validationOf(flags)
  if (level === 'Ignore') return {}
  const { schemas, server } = await schemasFor(session, resource)
  if (server) return { fieldValidation: level }
  if (level === 'Warn') {
    const what = 'cannot perform warn validation if server-side field validation is unsupported, skipping validation'
    session.log('W', 'schema.go:145', what)
    return {}
  }
  const name = schemas && nameOfKind(schemas, resource)
  if (!schemas || name === undefined) return {}
  const errors = new ManifestChecker(schemas, resource.kind).check(object as unknown as JsonObject, name)
  if (errors.length === 0) return {}
  const all = errors.length === 1 ? (errors[0] ?? '') : `[${errors.join(', ')}]`
  throw new CommandError(
    `error validating ${JSON.stringify(source)}: error validating data: ${all}; if you choose to ignore these errors, turn validation off with --validate=false`,
  )
}

/** The query parameters of a write of this kind, if the server validates fields itself. */
export async function validationFor(session: Session, flags: FlagValues, resource: Resource): Promise<Query> {
  const level = validationOf(flags)
  return (await schemasFor(session, resource)).server ? { fieldValidation: level } : {}
}

/** The errors of an edited text, if the server does not validate fields itself; undefined if there are none. */
export async function failsHere(
  { session, flags }: Call,
  text: string,
  [first]: readonly Info[],
): Promise<string | undefined> {
  if (!first || (flags.has('validate') && validationOf(flags) !== 'Strict')) return undefined
  if ((await schemasFor(session, first.resource)).server) return undefined
  try {
    const manifests = parseManifests(text, 'edited-file')
    if (manifests.length === 0) return 'invalid object to validate'
    for (const manifest of manifests) {
      const { resource, object } = await resolveManifest(session, manifest, true)
      await validateManifest(session, flags, resource, object, '')
    }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return messageOf(error)
  }
  return undefined
}
