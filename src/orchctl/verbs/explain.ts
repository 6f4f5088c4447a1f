import { apiVersionOf, type Catalogue, findKind, findResource, type Resource } from '../core/catalogue'
import type { Call, Command } from '../core/command'
import { noSuchTypePlain } from '../core/discovery'
import { CommandError, noMatchFor } from '../core/errors'
import { nameOfKind } from '../core/openapi'
import { PROGRAM } from '../core/words'
import { explainSecond } from './explain-v2'
import { explainThird } from './explain-v3'

/** The command `orchctl explain`. */
export const EXPLAIN: Command = {
  name: 'explain',
  short: "Show what a kind's fields mean",
  section: 'Basic Commands (Intermediate)',
  long: 'Shows the documentation of a kind or of one of its fields, as the server has it.',
  flags: [
    { name: 'api-version', type: 'string', help: 'Group and version, such as apps/v1' },
    { name: 'output', type: 'string', default: 'plaintext', help: 'plaintext or plaintext-openapiv2' },
    { name: 'recursive', type: 'bool', default: 'false', help: 'Show the names of all fields below' },
  ],
  run: explain,
}

async function explain({ session, flags, args }: Call): Promise<void> {
  const [word, other] = args
  if (word === undefined)
    throw new CommandError(
      `You must specify the type of resource to explain. Use "${PROGRAM} api-resources" for a complete list of supported resources.`,
    )
  if (other !== undefined) throw new CommandError(`We accept only this format: explain RESOURCE`)
  refuseUnreadable(word)
  const discovery = await session.discovery()
  const wanted = flags.string('api-version')
  const found = await discovery.search((catalogue) => splitWord(catalogue, word, wanted))
  if (!found) {
    const known = wanted ? splitWord(await discovery.catalogue(), word, '') : undefined
    if (known)
      throw new CommandError(
        `couldn't find resource for ${JSON.stringify(`${wanted.includes('/') ? wanted : `/${wanted}`}, Kind=${known.resource.kind}`)}`,
      )
    throw noMatchFor(word, wanted)
  }
  const { resource, fields } = found
  await discovery.tellOtherMeanings(word.split('.')[0] ?? '', found.resource)
  const openapi = await session.openapi()
  const recursive = flags.bool('recursive')
  const third = flags.string('output') === 'plaintext-openapiv2' ? undefined : await openapi.v3(resource)
  const output = flags.string('output')
  if (!OUTPUTS.includes(output))
    throw new CommandError(
      third
        ? `unrecognized format: ${output}`
        : 'failed to fetch list of groupVersions: the server could not find the requested resource',
    )
  const schemas = third ?? (await openapi.v2())
  const name = schemas && nameOfKind(schemas, resource)
  if (!schemas || name === undefined)
    throw new CommandError(
      `Couldn't find resource for ${JSON.stringify(`${apiVersionOf(resource)}, Kind=${resource.kind}`)}`,
    )
  const explained = { resource, schemas, root: schemas.definitions[name] ?? {}, rootName: name, fields, recursive }
  session.io.stdout(third ? explainThird(explained) : explainSecond(explained))
}

/** The output formats. */
const OUTPUTS = ['', 'plaintext', 'plaintext-openapiv2']

/** @throws CommandError for a word that is not a path of fields */
function refuseUnreadable(word: string): void {
  if (word.includes('/')) throw noSuchTypePlain(word)
  const odd = /[^\w.\-[\]'"*@$?()]/.exec(word)?.[0]
  if (odd !== undefined)
    throw new CommandError(
      `unrecognized character in action: U+${(odd.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')} '${odd}'`,
    )
  if (word.startsWith('.') || word.includes('['))
    throw new CommandError('invalid jsonpath syntax, first node must be field node')
}

/** Splits `deployments.apps.spec.replicas` into the resource and the fields. */
function splitWord(
  catalogue: Catalogue,
  word: string,
  apiVersion: string,
): { resource: Resource; fields: string[] } | undefined {
  const [type = '', ...rest] = word.split('.')
  for (let length = rest.length; length > 0; length--) {
    const group = rest.slice(0, length).join('.')
    if (!catalogue.groups.some(({ name }) => name === group)) continue
    const resource = findResource(catalogue, `${type}.${group}`)
    if (resource?.group === group) return withVersion(catalogue, resource, rest.slice(length), apiVersion)
  }
  const resource = findResource(catalogue, type)
  return resource && withVersion(catalogue, resource, rest, apiVersion)
}

function withVersion(
  catalogue: Catalogue,
  resource: Resource,
  fields: string[],
  apiVersion: string,
): { resource: Resource; fields: string[] } | undefined {
  const chosen = apiVersion ? findKind(catalogue, apiVersion, resource.kind) : resource
  return chosen && { resource: chosen, fields: fields.filter(Boolean) }
}
