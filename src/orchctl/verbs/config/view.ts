import type { JsonObject } from '../../../machinery/json'
import { loadConfig, textIn } from '../../config/config-file'
import type { Call } from '../../core/command'
import { CommandError } from '../../core/errors'
import { printerOf } from '../../print/printer'
import { byText, indentedJson } from '../../print/json-text'
import { inTypeOrder } from '../../print/typed'
import { yamlText } from '../../print/yaml-text'
import { editable, type Editable, type Kind } from './editable-config'

const SECRET_KEYS = ['token', 'password', 'client-key-data', 'client-certificate-data', 'certificate-authority-data']

/** Prints the configuration; credentials are hidden unless `--raw` or `--flatten` asks for them. */
export async function viewConfig(call: Call): Promise<void> {
  const { session, flags } = call
  const loaded = await loadConfig(session.io, flags)
  let config = editable(loaded)
  if (flags.bool('minify')) config = minified(config, flags.string('context') || config.currentContext)
  const hide = (entry: JsonObject): JsonObject =>
    flags.bool('raw') || flags.bool('flatten')
      ? entry
      : Object.fromEntries(
          Object.entries(entry).map(([key, value]) => [
            key,
            SECRET_KEYS.includes(key) && value ? (key.endsWith('-data') ? 'DATA+OMITTED' : 'REDACTED') : value,
          ]),
        )
  const list = (entries: Map<string, JsonObject>, member: string): JsonObject[] =>
    [...entries].sort(([a], [b]) => byText(a, b)).map(([name, entry]) => ({ name, [member]: hide(entry) }))
  const object = {
    kind: 'Config',
    apiVersion: 'v1',
    preferences: {},
    clusters: config.clusters.size > 0 ? list(config.clusters, 'cluster') : null,
    users: config.users.size > 0 ? list(config.users, 'user') : null,
    contexts: config.contexts.size > 0 ? list(config.contexts, 'context') : null,
    'current-context': config.currentContext,
  }
  const output = flags.string('output') || 'yaml'
  if (output === 'yaml') session.io.stdout(yamlText(object))
  else if (output === 'json') session.out(indentedJson(inTypeOrder(object), '    ', true))
  else session.io.stdout((await printerOf(session, flags))?.print({ ...object, metadata: {} }, 0) ?? '')
}

function minified(config: Editable, name: string): Editable {
  if (!name) throw new CommandError('current-context must exist in order to minify')
  const context = config.contexts.get(name)
  if (!context) throw new CommandError(`cannot locate context ${name}`)
  const only = (kind: Kind, key: string): Map<string, JsonObject> => {
    const entry = config[kind].get(key)
    return new Map(entry ? [[key, entry]] : [])
  }
  return {
    currentContext: name,
    clusters: only('clusters', textIn(context, 'cluster')),
    users: only('users', textIn(context, 'user')),
    contexts: new Map([[name, context]]),
  }
}
