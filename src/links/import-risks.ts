import { isObject, type JsonObject } from '../machinery/json'
import { addressesIn } from './flag-effects'

/** Stored objects by key, as JSON text. */
export type ImportedEntries = ReadonlyMap<string, string>

const EVERYBODY = new Set([
  'system:anonymous',
  'system:unauthenticated',
  'system:authenticated',
  'system:serviceaccounts',
])

const objectsIn = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The address in a webhook's clientConfig. */
function targetOf(config: unknown): string | undefined {
  if (!isObject(config)) return undefined
  if (typeof config.url === 'string') return addressesIn(config.url)[0] ?? config.url
  const { service } = config
  return isObject(service) ? `the service ${textOf(service.namespace)}/${textOf(service.name)}` : undefined
}

function webhookRisks(object: JsonObject, name: string): string[] {
  const targets = objectsIn(object.webhooks).map(({ clientConfig }) => targetOf(clientConfig))
  return targets.flatMap((target) => (target ? [`The webhook configuration ${name} sends objects to ${target}.`] : []))
}

function conversionRisks(object: JsonObject, name: string): string[] {
  const conversion = isObject(object.spec) ? object.spec.conversion : undefined
  if (!isObject(conversion)) return []
  const config = isObject(conversion.webhook) ? conversion.webhook.clientConfig : conversion.webhookClientConfig
  const target = targetOf(config)
  return target ? [`The custom resource definition ${name} sends objects to ${target}.`] : []
}

function bindingRisks(object: JsonObject, name: string): string[] {
  const role = isObject(object.roleRef) ? textOf(object.roleRef.name) : ''
  return objectsIn(object.subjects).flatMap((subject) => {
    const who = textOf(subject.name)
    if (EVERYBODY.has(who)) return [`The binding ${name} gives the role ${role} to ${who}.`]
    return role === 'cluster-admin' ? [`The binding ${name} makes ${who} a cluster administrator.`] : []
  })
}

/** Effects of imported objects of a resource beyond their existence. */
const RISKS: Readonly<Record<string, (object: JsonObject, name: string) => string[]>> = {
  mutatingwebhookconfigurations: webhookRisks,
  validatingwebhookconfigurations: webhookRisks,
  customresourcedefinitions: conversionRisks,
  rolebindings: bindingRisks,
  clusterrolebindings: bindingRisks,
}

function objectOf(text: string): JsonObject | undefined {
  const value: unknown = JSON.parse(text)
  const object: unknown = typeof value === 'string' ? safeParse(value) : value
  return isObject(object) ? object : undefined
}

function safeParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // not an object, so it has no effect
  }
}

/**
 * The effects of objects that an import adds or changes, such as sending data away or granting access. One sentence
 * each.
 */
export function importRisks(before: ImportedEntries, after: ImportedEntries): string[] {
  const risks = [...after].flatMap(([key, text]) => {
    const [, , resource = '', ...path] = key.split('/')
    const assess = Object.hasOwn(RISKS, resource) ? RISKS[resource] : undefined
    if (!assess || before.get(key) === text) return []
    const object = objectOf(text)
    return object ? assess(object, path.join('/')) : []
  })
  return [...new Set(risks)]
}
